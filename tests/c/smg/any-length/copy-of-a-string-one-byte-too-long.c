// The same as copy-of-strings-of-one-byte-or-more.c, but the room may be one byte too small.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
static char *copy(char *to, const char *from) {
    char *d = to;
    while ((*d++ = *from++) != 0)
        ;
    return to;
}
int main(void) { //~ NOT-PROVED
    int room = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int();
    if (room < 1)
        room = 1;
    if (length < 1)
        length = 1;
    if (room < length - 1)
        return 0;
    char *to = malloc(room), *from = malloc(length);
    for (int i = 0; i < length - 1; i++)
        from[i] = __VERIFIER_nondet_char();
    from[length - 1] = 0;
    copy(to, from);
    free(to);
    free(from);
    return 0;
}
