// Pointer arithmetic, arrays of arrays, function pointers, void pointers.
#include <stdio.h>
#include <stddef.h>
typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static binary choose(int which) { return which ? add : sub; }
static int apply(int f(int, int), int a, int b) { return (**f)(a, b); }
static void swap(void *a, void *b, size_t n) {
    for (unsigned char *p = a, *q = b; n--; p++, q++) { unsigned char t = *p; *p = *q; *q = t; }
}
int main(void) {
    int grid[3][4];
    for (int i = 0; i < 12; i++)
        (&grid[0][0])[i] = i * i;
    int (*row)[4] = grid + 1;
    printf("%d %d %d %td\n", (*row)[2], row[1][3], *(*(grid + 2) + 1), &grid[2][1] - &grid[0][3]);
    int *p = grid[0], *end = p + 12;
    long total = 0;
    while (p < end)
        total += *p++;
    printf("%ld %d\n", total, 2[grid[1]]);
    printf("%d %d %d\n", choose(1)(5, 3), choose(0)(5, 3), apply(choose(1), 20, 22));
    double a = 1.5, b = -2.25;
    swap(&a, &b, sizeof a);
    printf("%g %g\n", a, b);
    const char *names[] = { "x", "yy", "zzz", NULL };
    int n = 0;
    for (const char **s = names; *s; s++)
        for (const char *c = *s; *c; c++)
            n = n * 3 + (*c - 'w');
    return n % 200;
}
