// Shifts within the range of their types, and of unsigned numbers.
//@ engines: smg hunt
//@ property: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    int shifted = byte << 16;
    long wide = (long)byte << 54;
    unsigned word = __VERIFIER_nondet_uint();
    return shifted + (wide > 0) + (word << 31 > 1);
}
//~ SAFE
