// The bytes of an int are those of its segment, the lowest first.
//@ engines: sl
//@ property: unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int x = __VERIFIER_nondet_int();
    int y = x;
    unsigned char *p = (unsigned char *)&y;
    p[3] ^= 0x80;
    if ((y ^ x) != (int)0x80000000)
        reach_error();
    return 0;
}
