// An unsigned char becomes an int before it is shifted.
//@ engines: smg hunt
//@ property: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    return byte << 24; //~ ERROR signed-overflow
}
