// Inline functions in all their forms.
#include <stdio.h>

static inline int square(int x) { return x * x; }
extern inline __attribute__((gnu_inline)) int doubled(int x) { return x + x; }
int doubled(int x) { return 2 * x; }
inline int cube(int x);
inline int cube(int x) { return x * square(x); }
extern int cube(int x);
static __inline__ __attribute__((always_inline)) int counted(void) { static int n; return ++n; }
static inline int unused(void) { return 1; }

int main(void) {
    int (*f)(int) = cube;
    printf("%d %d %d\n", square(5), doubled(4), f(3));
    counted();
    printf("%d\n", counted());
    return 0;
}
