// Qualifiers change no values; registers and memory give the same results.
#include <stdio.h>

static volatile int device = 3;
static const int table[] = {1, 2, 3};
static const struct { const char *name; int value; } config[] = {{"a", 1}, {"b", 2}};
static int read_twice(volatile int *p) { int a = *p; *p = a + 1; return a + *p; }
static int restricted(int *restrict a, const int *restrict b) { *a += *b; return *a; }

int main(void) {
    register int r = 5;
    volatile int v = 7;
    const int c = 9;
    int x = 1, y = 2;
    v += r;
    int twice = read_twice(&device);
    printf("%d %d %d\n", v, twice, device);
    printf("%d %d %d\n", table[2] + c, config[1].value, config[0].name[0]);
    int sum = restricted(&x, &y);
    printf("%d %d\n", sum, x);
    const int *p = &c;
    int const *const q = p;
    printf("%d %d\n", *q, (int)sizeof(const int[c]));
    for (volatile int i = 0; i < 3; i++) r += i;
    printf("%d\n", r);
    return 0;
}
