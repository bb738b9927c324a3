// Two losses far apart in a long run, and one that depends on the order of operations.
#include <stdlib.h>
static unsigned work(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum = sum * 31 + i;
    return sum;
}
int main(void) {
    unsigned sum = work(100000);
    char *a = malloc(1), *b = malloc(2); //~ ERROR memory-leak
    sum += work(300000);
    a = b; //~ ERROR memory-leak
    sum += work(500000);
    b = 0;
    sum += work(200000);
    a = malloc(sum % 2 + 1);
    free(a);
    return b != 0;
}
