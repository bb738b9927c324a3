//@ args: run --quiet --input 7,2
//@ exit: 1
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int pick(const int *table, int i)
{
    if (i < 0)
        return -1;
    return table[i];
}
int main(void)
{
    int table[] = { 1, 2, 3 };
    int index = __VERIFIER_nondet_int() - __VERIFIER_nondet_int();
    printf("index %d\n", index);
    switch (index) {
    case 5:
        return pick(table, index);
    default:
        return 0;
    }
}
