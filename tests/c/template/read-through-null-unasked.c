// A node that may be missing is read; all waiting times stay above zero.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct job {
    int wait;
    struct job *next;
};
static struct job *ready(struct job *all) {
    struct job *found = 0;
    for (struct job *j = all; j; j = j->next)
        if (j->wait > 1)
            j->wait--;
        else
            found = j;
    return found;
}
int main(void) { //~ SAFE
    struct job *all = 0;
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct job *j = malloc(sizeof *j);
            j->wait = 1 + (__VERIFIER_nondet_int() & 7);
            j->next = all;
            all = j;
        } else {
            sum ^= ready(all)->wait;
        }
        for (struct job *j = all; j; j = j->next)
            if (j->wait < 1)
                reach_error();
    }
    return sum & 1;
}
