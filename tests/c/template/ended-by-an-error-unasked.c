// Where nobody asks whether an error is reached, it ends the run: the flags that it depends on need not be followed.
//@ property: valid-deref valid-memtrack
//@ engines: template auto
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) //~ SAFE
{
    int a[2] = {0, 0};
    while (__VERIFIER_nondet_int()) {
        int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
        if (first)
            a[0] = first;
        if (second)
            a[1] = second;
        if (first && a[0] != second)
            reach_error();
    }
    return 0;
}
