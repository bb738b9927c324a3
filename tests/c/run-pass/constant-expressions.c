// Constant expressions wherever the language asks for them.
#include <stddef.h>
#include <stdio.h>

#define FIELD(type, member) ((unsigned long)&((type *)0)->member)
struct s { char c; int a[3]; struct { short t; } n; };
static int sizes[(sizeof(struct s) > 10 ? 2 : 3) + (3 << 1) - ~0];
static unsigned long offsets[] = {offsetof(struct s, a[2]), FIELD(struct s, n.t)};
static int logic = (1 && 0) || !(5 > 3) || (7 & 4) == 4;
static long long wide = 1LL << 40 | (unsigned char)-1;
static double real = 1.0 / 4 + (float)0.5 * 3;
static int from_real = (int)(2.75 * 4);
static int conditional = 0 ? 1 / 0 : sizeof(int[3]);
static char *text = &"constant"[3];
static int *element = &((int *)0)[0] + 0;
static int cast = (signed char)200 + (unsigned char)-1;
static int shifted = -16 >> 2;
static unsigned complement = ~0u >> 4;
enum { A = 'a' + 1, B = A * 2 - (-7 % 4), C = -7 / 2 };
struct bits { unsigned f : sizeof(int) * 2; };

int main(void) {
    printf("%d %lu %lu\n", (int)(sizeof sizes / sizeof *sizes), offsets[0], offsets[1]);
    printf("%d %lld %.3f %d %d\n", logic, wide, real, from_real, conditional);
    printf("%s %d %d %d %x\n", text, element == 0, cast, shifted, complement);
    printf("%d %d %d\n", A, B, C);
    switch (B) {
    case A * 2 + 3: printf("case\n"); break;
    case 'z' ? 1000 : 2: printf("other\n"); break;
    }
    static int local[B > 0 ? 2 : 1] = {A, [1] = C};
    printf("%d %d\n", local[1], (int)sizeof(struct bits));
    return 0;
}
