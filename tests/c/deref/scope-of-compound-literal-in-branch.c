// A compound literal lives as long as the branch that it stands in, which is a block of its own.
//@ engines: hunt smg
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0;
    if (__VERIFIER_nondet_int())
        p = (int[]){ 1, 2 };
    else
        p = (int[]){ 3, 4 };
    return p[0]; //~ ERROR out-of-scope
}
