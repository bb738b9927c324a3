// The last round writes behind the block.
//@ engines: horn
//@ property: valid-deref valid-free
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    for (int i = 0; i <= 4; i++)
        numbers[i] = i; //~ ERROR out-of-bounds
    free(numbers);
}
