// A block of numbers that are all written before they are read.
//@ property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int condition)
{
    if (!condition)
        reach_error();
}
struct node {
    int data;
    struct node *next;
};
int main(void) //~ SAFE
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int *numbers = malloc(n * sizeof *numbers);
    for (int i = 0; i < n; i++)
        numbers[i] = 7;
    for (int i = 0; i < n; i++)
        check(numbers[i] == 7);
}
