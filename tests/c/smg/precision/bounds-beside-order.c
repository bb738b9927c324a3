// A bound that widening loses, and a list whose stages ascend.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int bounds(void) {
    int n = 0;
    for (int k = 0; k < 7; k++)
        n += 111111;
    char *bytes = malloc(n + 4);
    int i = 0;
    while (i < n && __VERIFIER_nondet_int())
        i += 5;
    bytes[i] = 1;
    free(bytes);
    return 0;
}

struct job {
    int stage;
    int urgent;
    struct job *next;
};
static int stages(void) {
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
        assert(j->next->stage >= j->stage);
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

int main(void) { //~ SAFE
    bounds();
    stages();
    return 0;
}
