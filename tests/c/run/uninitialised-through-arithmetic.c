// An indeterminate value may be copied and computed with; it must not decide.
//@ command: run
#include <stdlib.h>
struct pair { int a, b; };
int main(void) {
    struct pair *p = malloc(sizeof *p);
    p->a = 1;
    struct pair copy = *p;
    int sum = copy.a + copy.b;
    free(p);
    if (sum > 0) //~ ERROR uninit-read
        return 1;
    return 0;
}
