// No engine proves this within these steps; the search says of which runs it has followed all.
//@ args: check --quiet --engine hunt --steps 2000 --property valid-deref
//@ exit: 3
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count[3] = {0}, n = 0;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 2)
            return 0;
        count[x]++;
        n++;
        if (n == 6 && count[0] == 2 && count[1] == 5)
            *(int *)0 = 1;
    }
}
