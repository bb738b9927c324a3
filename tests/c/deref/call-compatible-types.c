// Calls whose types differ in what makes no difference.
//@ data-model: lp64 ilp32
#include <stdlib.h>
enum colour { RED, GREEN };
struct pair { int a, b; };
typedef union { int *number; char *text; } either __attribute__((transparent_union));
static int unprototyped() { return 1; }
static int old(c, f) char c; float f; { return c + (int)f; }
static enum colour mix(const enum colour c) { return c; }
static unsigned same(unsigned x) { return x; }
static void *identity(void *p) { return p; }
static int compare(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
static struct pair swap(struct pair p) { struct pair q = { p.b, p.a }; return q; }
static int ignored(void) { return 3; }
static int take(either e) { return *e.number; }
int main(void) { //~ SAFE
    int (*f)() = unprototyped;
    int (*g)() = old;
    unsigned (*h)(unsigned) = (unsigned (*)(unsigned))mix;
    int (*s)(int) = (int (*)(int))same;
    char *(*p)(char *) = (char *(*)(char *))identity;
    struct pair (*w)(struct pair) = swap;
    void (*v)(void) = (void (*)(void))ignored;
    int (*t)(either) = take;
    char letter = 'a';
    int numbers[] = { 3, 1, 2 };
    qsort(numbers, 3, sizeof *numbers, (int (*)(const void *, const void *))compare);
    v();
    int result = f() + g('a', 2.0) + (int)h(GREEN) + s(2) + *p(&letter) + w((struct pair){ 1, 2 }).a + t(numbers);
    return result == 1 + 99 + 1 + 2 + 97 + 2 + 1 ? 0 : 1;
}
