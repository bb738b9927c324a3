// Builtins that are constants or hints, and those with a library function behind them.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct inner { char c; int values[4]; };
struct outer { short s; struct inner in[2]; union { int a; char b[8]; }; };
static int size_of_type = __builtin_types_compatible_p(int, signed int) * 10 + __builtin_types_compatible_p(int *, char *);
static int array[__builtin_choose_expr(1, 3, 5)];
static unsigned long offset = __builtin_offsetof(struct outer, in[1].values[2]);

static int sign(int x) {
    if (__builtin_expect(x < 0, 0)) return -1;
    if (x > 0) return 1;
    if (x == 0) return 0;
    __builtin_unreachable();
}

static char *join(const char *a, const char *b) {
    size_t n = __builtin_strlen(a), m = __builtin_strlen(b);
    char *r = __builtin_malloc(n + m + 1);
    __builtin_memcpy(r, a, n);
    __builtin_memcpy(r + n, b, m + 1);
    return r;
}

static int reversed(const char *s) {
    int n = __builtin_strlen(s);
    char *copy = __builtin_alloca(n + 1);
    for (int i = 0; i < n; i++) copy[i] = s[n - 1 - i];
    copy[n] = 0;
    return __builtin_strcmp(copy, s) == 0;
}

int main(void) {
    printf("%d %d %lu\n", size_of_type, (int)(sizeof array / sizeof *array), offset);
    printf("%d %d %d\n", sign(-5), sign(0), sign(9));
    int i = 2;
    printf("%d %d\n", __builtin_constant_p(3 + 4), (int)__builtin_offsetof(struct outer, in[1]));
    printf("%d\n", (int)offsetof(struct outer, b) - (int)offsetof(struct outer, a) + i);
    char *s = join("ab", "cde");
    printf("%s %d %d\n", s, reversed("level"), reversed(s));
    __builtin_memset(s, 'x', 3);
    printf("%s %d\n", s, __builtin_memcmp(s, "xxxdf", 5) < 0);
    __builtin_free(s);
    printf("%d %d\n", __builtin_abs(-4), (int)__builtin_labs(-5L));
    printf("%d\n", __builtin_huge_val() > 1e300);
    __builtin_prefetch(array);
    return __builtin_choose_expr(0, "no", 0);
}
