// A number is used as a pointer to a text.
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
        if (v->tag == NUMBER)
            v->as.text[0] = 'x'; //~ ERROR wild-pointer
        else
            free(v->as.text);
        free(v);
    }
    return 0;
}
