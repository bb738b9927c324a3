// A block of any size whose last byte may be anything: there may be no zero in it.
//@ property: valid-deref unreach-call
//@ engines: template
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
void reach_error(void);
int main(void) {
    unsigned room = __VERIFIER_nondet_uint();
    if (room == 0 || room > 1000000)
        return 0;
    char *line = malloc(room);
    for (unsigned i = 0; i + 1 < room; i++) {
        char c = __VERIFIER_nondet_char();
        line[i] = c != '\n' ? c : ' ';
    }
    line[room - 1] = '.';
    unsigned long length = strlen(line); //~ ERROR out-of-bounds
    if (length >= room)
        reach_error();
    free(line);
    return 0;
}
