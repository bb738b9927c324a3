// The only zero of a buffer is somewhere; the string ends there, wherever it begins before.
//@ property: valid-deref unreach-call
//@ engines: template
#include <string.h>
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ SAFE
    char ruler[100];
    unsigned mark = __VERIFIER_nondet_uint();
    if (mark >= sizeof ruler)
        return 0;
    memset(ruler, '-', sizeof ruler);
    ruler[mark] = '\0';
    if (strlen(ruler) > mark)
        reach_error();
    unsigned long part = strnlen(ruler + mark / 2, 20);
    if (part > 20 || mark / 2 + part > mark)
        reach_error();
    return 0;
}
