// Statement expressions, typeof, local labels, computed goto, nested designators, __auto_type, _Generic.
#include <stdio.h>
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define NAME(x) _Generic((x), int: "int", double: "double", char *: "string", default: "other")
static int cleaned;
static void clean(int *p) { cleaned += *p; }
static int run(const unsigned char *code) {
    static void *const ops[] = { &&stop, &&inc, &&twice };
    int acc = 1;
    goto *ops[*code++];
inc: acc++; goto *ops[*code++];
twice: acc *= 2; goto *ops[*code++];
stop: return acc;
}
int main(void) {
    int i = 3;
    printf("%d %d\n", MAX(i++, 2), i);
    __auto_type d = 2.5;
    printf("%s %s %s %s\n", NAME(i), NAME(d), NAME("x"), NAME(1L));
    printf("%d\n", run((const unsigned char[]){ 1, 2, 2, 1, 0 }));
    {
        __attribute__((cleanup(clean))) int x = 5;
        x += 2;
    }
    printf("%d %d\n", cleaned, ({ int t = 0; for (int k = 0; k < 4; k++) t += k; t; }));
    int n = 4, vla[n];
    for (int k = 0; k < n; k++)
        vla[k] = k * k;
    printf("%zu %d %d\n", sizeof vla / sizeof *vla, vla[3], __builtin_types_compatible_p(int, typeof(i)));
    printf("%d %d %d %d\n", __builtin_popcount(0xff0), __builtin_clz(1), __builtin_ctz(8), __builtin_bswap32(0x01020304));
    int out;
    printf("%d ", __builtin_add_overflow(2147483647, 1, &out));
    printf("%d\n", __builtin_expect(out < 0, 1));
    return __builtin_choose_expr(sizeof(int) == 4, 11, 22);
}
