// A copy that ends where the room ends, and writes its end behind it.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
static unsigned long copy(char *to, const char *from, size_t room) {
    char *d = to;
    const char *s = from;
    size_t left = room;
    if (left != 0)
        while (left-- != 0)
            if ((*d++ = *s++) == 0)
                break;
    if (left == -1ul) {
        if (room != 0)
            *d = 0;
        while (*s++)
            ;
    }
    return s - from - 1;
}
int main(void) { //~ NOT-PROVED
    int room = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int();
    if (room < 1 || length < 1)
        return 0;
    char *to = malloc(room), *from = malloc(length);
    for (int i = 0; i < length - 1; i++)
        from[i] = __VERIFIER_nondet_char();
    from[length - 1] = 0;
    copy(to, from, room);
    free(to);
    free(from);
    return 0;
}
