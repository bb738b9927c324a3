// _Static_assert, _Alignas, _Alignof and the aligned attribute, for members, objects and types.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

_Static_assert(sizeof(char) == 1, "bytes");
_Static_assert(_Alignof(int) == 4, "ints");

struct spaced { char a; _Alignas(16) char b; char c; };
struct strict { int x; } __attribute__((aligned(32)));
struct loose { char a; int b; double c; } __attribute__((packed));
struct pinned { char a; int b __attribute__((packed)); short c __attribute__((aligned(8))); };
typedef int wide_int __attribute__((aligned(16)));

static _Alignas(64) char buffer[10];
static struct strict many[3];

int main(void) {
    _Static_assert(offsetof(struct spaced, b) == 16, "offset");
    _Alignas(double) char raw[sizeof(double)];
    wide_int w = 3;
    printf("%d %d %d\n", (int)sizeof(struct spaced), (int)offsetof(struct spaced, c), (int)_Alignof(struct spaced));
    printf("%d %d %d\n", (int)sizeof(struct strict), (int)sizeof many, (int)__alignof__(many));
    printf("%d %d\n", (int)sizeof(struct loose), (int)offsetof(struct loose, c));
    printf("%d %d %d\n", (int)offsetof(struct pinned, b), (int)offsetof(struct pinned, c), (int)sizeof(struct pinned));
    printf("%d %d\n", (int)((uintptr_t)buffer % 64), (int)((uintptr_t)&many[1] % 32));
    printf("%d %d\n", (int)((uintptr_t)raw % _Alignof(double)), (int)((uintptr_t)&w % 16));
    struct loose l = {'a', 5, 2.5};
    printf("%c %d %.1f\n", l.a, l.b, l.c);
    return 0;
}
