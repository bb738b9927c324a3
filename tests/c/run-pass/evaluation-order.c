// Side effects where the standard fixes their order: sequence points, updates, commas, initialisers.
#include <stdio.h>

static int n;
static int tick(void) { return ++n; }
static int array[8];
static int *slot(int i) { n += 10; return &array[i]; }

int main(void) {
    int i = 0;
    array[i++] = 5;
    array[i] = array[i - 1] + i;
    printf("%d %d %d\n", array[0], array[1], i);
    *slot(2) += 7;
    printf("%d %d\n", array[2], n);
    (*slot(2))++;
    printf("%d %d\n", array[2], n);
    int a = (tick(), tick());
    int b = tick() ? tick() : 0;
    printf("%d %d\n", a, b);
    int c = i++ && i++;
    printf("%d %d\n", c, i);
    struct { int x, y; } s = {.y = 4, .x = 2};
    s.x += s.y *= 3;
    printf("%d %d\n", s.x, s.y);
    int x = 5;
    x = (x++, x + 1);
    printf("%d\n", x);
    int *p = array;
    *p++ = 1, *p++ = 2;
    printf("%d %d %d\n", array[0], array[1], (int)(p - array));
    int k = 3;
    k += 1, k *= 2;
    printf("%d\n", k > 0);
    for (int u = 0, v = 9; u < v; u += 2, v--) n += u * v;
    printf("%d\n", n);
    char text[] = "abc", *q = text;
    while ((*q = *q ? *q - 32 : 0)) q++;
    printf("%d\n", (int)(q - text));
    return 0;
}
