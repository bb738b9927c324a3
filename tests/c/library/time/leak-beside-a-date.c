// What the clock says does not matter for the error.
//@ engines: auto hunt
#include <stdlib.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *text = malloc(20);
    time_t now = time(NULL);
    strftime(text, 20, "%H:%M", localtime(&now));
    if (__VERIFIER_nondet_int() == 77) //~ ERROR memory-leak
        return 1;
    free(text);
    return 0;
}
