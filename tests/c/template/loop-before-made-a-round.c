// What a loop does depends on whether the loop before it made a round: the list is empty otherwise.
//@ property: unreach-call
//@ engines: template
//@ args: --domain branches
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct job {
    struct job *next;
};
int main(void) { //~ SAFE
    struct job *jobs = NULL;
    while (__VERIFIER_nondet_int()) {
        struct job *job = malloc(sizeof *job);
        job->next = jobs;
        jobs = job;
    }
    int share = 0;
    int lowest = 0;
    while (__VERIFIER_nondet_int()) {
        share = jobs ? 10 : 20;
        if (share + __VERIFIER_nondet_int() % 5 < lowest)
            lowest--;
    }
    if (jobs && share == 20)
        reach_error();
    return 0;
}
