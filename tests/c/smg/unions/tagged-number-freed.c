// The tag is not looked at, and a number is taken for a pointer to a block.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct value {
    enum { NUMBER, TEXT } tag;
    union {
        long number;
        char *text;
    } as;
    struct value *next;
};

int main(void) {
    struct value *all = NULL;
    int numbers = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        struct value *v = malloc(sizeof *v);
        if (numbers) {
            v->tag = NUMBER;
            v->as.number = 0x12345678;
        } else {
            v->tag = TEXT;
            v->as.text = malloc(8);
            v->as.text[0] = '\0';
        }
        v->next = all;
        all = v;
    }
    while (all) {
        struct value *v = all;
        all = v->next;
        free(v->as.text); //~ ERROR wild-free
        free(v);
    }
    return 0;
}
