// The bytes of a number are seen through a union, lowest first.
//@ engines: smg
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

union word {
    unsigned number;
    unsigned char bytes[4];
};

int main(void) { //~ SAFE
    union word w;
    w.number = 0x01020304u;
    assert(w.bytes[0] == 4 && w.bytes[1] == 3 && w.bytes[2] == 2 && w.bytes[3] == 1);
    if (__VERIFIER_nondet_int())
        w.bytes[3] = 0;
    assert((w.number & 0xffffffu) == 0x020304u);
    for (int i = 0; i < 4; i++)
        w.bytes[i] = 0xff;
    assert(w.number == 0xffffffffu);
    return 0;
}
