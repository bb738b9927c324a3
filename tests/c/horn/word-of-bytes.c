// A word is written as a whole and in parts, and read as bytes, halves and a whole.
//@ engines: horn
//@ property: unreach-call valid-deref
#include <stdlib.h>
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
union word {
    unsigned whole;
    unsigned short half[2];
    struct {
        unsigned char b0, b1, b2, b3;
    } bytes;
};
int main(void) { //~ SAFE
    union word *w = malloc(sizeof *w);
    unsigned x = __VERIFIER_nondet_uint();
    w->whole = x;
    if (w->bytes.b1 != (x >> 8 & 255) || w->half[1] != x >> 16)
        reach_error();
    w->bytes.b0 = 7;
    if (w->whole != ((x & ~255u) | 7))
        reach_error();
    w->half[1] = 0;
    if (w->whole > 65535 || w->bytes.b3)
        reach_error();
    free(w);
}
