// The stages of the nodes only ascend, and the list ends with the node of the last stage.
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
    for (int stage = 1; stage <= 4;) {
        struct job *j = malloc(sizeof *j);
        j->stage = stage;
        j->urgent = stage == 2;
        j->next = 0;
        *end = j;
        end = &j->next;
        if (stage == 4 || __VERIFIER_nondet_int())
            stage++;
    }
    struct job *j = list;
    while (j->stage != 4) {
        assert(j->next->stage >= j->stage); //~ SAFE
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
