// `a ?: b` evaluates `a` once.
#include <stdio.h>

static int calls;
static int next(int v) { calls++; return v; }
static const char *name(const char *s) { return s ?: "none"; }

int main(void) {
    int first = next(5) ?: 9;
    printf("%d %d", first, calls);
    int second = next(0) ?: 9;
    printf(" %d %d\n", second, calls);
    printf("%s %s\n", name("some"), name(0));
    int x = 0, y = 3;
    printf("%d", x ?: y ?: 7);
    printf(" %d\n", (x = 4) ?: y);
    printf("%.1f\n", 0.0 ?: 2.5);
    long l = (char)0 ?: 1L << 20;
    printf("%ld\n", l);
    if (x ?: 0) puts("yes");
    return x++ ?: 1;
}
