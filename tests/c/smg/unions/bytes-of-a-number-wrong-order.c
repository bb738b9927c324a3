// The highest byte is expected first.
//@ engines: smg
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

union word {
    unsigned number;
    unsigned char bytes[4];
};

int main(void) {
    union word w;
    w.number = 0x01020304u;
    assert(w.bytes[0] == 1); //~ ERROR assertion-failed
    if (__VERIFIER_nondet_int())
        w.bytes[3] = 0;
    assert((w.number & 0xffffffu) == 0x020304u);
    for (int i = 0; i < 4; i++)
        w.bytes[i] = 0xff;
    assert(w.number == 0xffffffffu);
    return 0;
}
