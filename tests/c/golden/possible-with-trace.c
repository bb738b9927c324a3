// A way through an abstraction is not a run: the message and the trace say so, and which values stand for several.
//@ args: check --quiet --trace --possible --engine smg
//@ exit: 3
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int(), *pointer = 0;
    if (first > 10 && second != 3)
        *pointer = first;
    return first - second;
}
