// The array holds as many numbers as the loop reads, none of which need be zero: a run in which all inputs are one shows it.
//@ engines: auto
//@ property: valid-deref
int __VERIFIER_nondet_int(void);
int main(void) {
    int from[20000], to[20000];
    for (int i = 0; i < 20000; i++)
        from[i] = __VERIFIER_nondet_int();
    int i = 0;
    while (from[i] != 0) { //~ ERROR out-of-bounds
        to[i] = from[i];
        i++;
    }
    return to[0] == from[0];
}
