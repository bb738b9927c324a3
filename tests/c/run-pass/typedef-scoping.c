// A typedef name can be hidden by a variable, a member, a label or a tag, and comes back afterwards.
#include <stdio.h>

typedef int T;
typedef struct T2 { T T; } T2;
typedef T array[3], *pointer;
typedef T function(T, T);

static function plus;
static T plus(T a, T b) { return a + b; }

static int hide(void) {
    T outer = 1;
    {
        int T = 5;
        outer += T * 2;
        T = T + 1;
        outer += T;
    }
    {
        typedef char T;
        outer += sizeof(T);
    }
    T inner = sizeof(T);
    return outer + inner;
}

static int label(void) {
    T n = 0;
T:
    n++;
    if (n < 3) goto T;
    return n;
}

static int parameter(int T) { return T + (T) + 1; }
static int conflict(T unused) { (void)unused; return 3; }

int main(void) {
    array a = {1, 2, 3};
    pointer p = a;
    T2 s = {.T = 9};
    enum { E, F } T = F;
    printf("%d %d %d\n", hide(), label(), parameter(4));
    printf("%d %d %d %d\n", p[2], s.T, T, plus(2, 3));
    printf("%d\n", conflict(1));
    return 0;
}
