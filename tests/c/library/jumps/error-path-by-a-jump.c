// An error deep inside comes back to the place that cleans up.
//@ engines: auto hunt sl smg
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf failed;
int __VERIFIER_nondet_int(void);
static int parse(int depth) {
    if (depth == 0 && __VERIFIER_nondet_int())
        longjmp(failed, 7);
    return depth > 0 ? parse(depth - 1) + 1 : 0;
}
int main(void) { //~ SAFE
    int *volatile block = malloc(sizeof(int));
    if (!block)
        return 1;
    if (setjmp(failed)) {
        free(block);
        return 2;
    }
    *block = parse(2);
    free(block);
    return 0;
}
