// A sum of products that overflows in its first rounds.
//@ engines: template
//@ property: no-overflow
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int s = 0;
    for (int i = 0; i < 100; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 1000)
            continue;
        s = s + x * 1000000; //~ ERROR signed-overflow
    }
    return 0;
}
