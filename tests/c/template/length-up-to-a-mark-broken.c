// A string that begins behind the only zero of its buffer.
//@ property: valid-deref unreach-call
//@ engines: template
#include <string.h>
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char ruler[100];
    unsigned mark = __VERIFIER_nondet_uint();
    if (mark >= sizeof ruler)
        return 0;
    memset(ruler, '-', sizeof ruler);
    ruler[mark] = '\0';
    if (strlen(ruler) > mark)
        reach_error();
    unsigned long part = strnlen(ruler + mark + 1, 200); //~ ERROR out-of-bounds
    if (part > 20 || part > 99)
        reach_error();
    return 0;
}
