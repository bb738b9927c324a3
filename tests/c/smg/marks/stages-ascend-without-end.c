// The stages of the nodes only ascend, but no node of the last stage ends the list.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct job {
    int stage;
    int urgent;
    struct job *next;
};
int main(void) {
    struct job *list = 0, **end = &list;
    for (int stage = 1; stage <= 3;) {
        struct job *j = malloc(sizeof *j);
        j->stage = stage;
        j->urgent = stage == 2;
        j->next = 0;
        *end = j;
        end = &j->next;
        if (stage == 3 || __VERIFIER_nondet_int())
            stage++;
    }
    struct job *j = list;
    while (j->stage != 4) {
        assert(j->next->stage >= j->stage); //~ ERROR null-deref
        assert(j->urgent == (j->stage == 2));
        j = j->next;
    }
    assert(j->next == 0);
    while (list->stage != 4) {
        j = list->next;
        free(list);
        list = j;
    }
    free(list);
    return 0;
}
