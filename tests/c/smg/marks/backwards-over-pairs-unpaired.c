// A closing mark may stand alone, as the second token of all.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct token {
    struct token *prev;
    struct token *next;
    int kind; // 0 text, 1 opening, 2 closing
};
static struct token *last;
static void append(int kind) {
    struct token *t = malloc(sizeof *t);
    t->kind = kind;
    t->next = 0;
    t->prev = last;
    if (last)
        last->next = t;
    last = t;
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        append(0);
        if (__VERIFIER_nondet_int()) {
            if (__VERIFIER_nondet_int())
                append(1);
            append(2);
        }
    }
    while (last) {
        struct token *before = last->prev;
        if (last->kind == 2) {
            assert(before->kind == 1); //~ ERROR assertion-failed
            struct token *text = before->prev;
            assert(text->kind == 0);
            free(before);
            before = text;
        }
        free(last);
        last = before;
    }
    return 0;
}
