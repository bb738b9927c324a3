// The lengths of strings whose bytes are known. One number is wrong.
//@ engines: template
//@ property: unreach-call
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    const char *p = "abc";
    char word[8] = "xyz";
    unsigned long total = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            p = "de";
        if (total < 100)
            total += strlen(p);
    }
    word[1] = 0;
    if (total > 3 || strlen(word) != 1)
        reach_error(); //~ ERROR error-reached
    return 0;
}
