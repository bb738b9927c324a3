// A place holds a number or a pointer; what it holds as a number is read as one.
//@ engines: horn
//@ property: unreach-call valid-deref
#include <stdlib.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
struct box {
    int is_number;
    union {
        unsigned long number;
        int *pointer;
    } u;
};
int main(void) { //~ SAFE
    struct box *box = malloc(sizeof *box);
    static int seven = 7;
    box->is_number = __VERIFIER_nondet_int();
    if (box->is_number)
        box->u.number = 7;
    else
        box->u.pointer = &seven;
    unsigned long value = box->is_number ? box->u.number : (unsigned long)*box->u.pointer;
    if (value != 7)
        reach_error();
    free(box);
}
