// As its safe sibling, but a step too many is made between the loops.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int holds) {
    if (!holds)
        reach_error(); //~ ERROR error-reached
}
int main(void) {
    int length = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int();
    if (length < 1 || length > 1000000 || at < 0 || at > length - 1)
        return 0;
    while (at != length - 1) {
        if (__VERIFIER_nondet_int())
            break;
        check(at < length);
        ++at;
    }
    if (at == length - 1)
        return 0;
    at += 2;
    int taken = 0;
    while (at != length - 1 && taken < length) {
        check(0 <= at && at < length);
        if (__VERIFIER_nondet_int())
            ++taken;
        check(taken <= length);
        ++at;
    }
    return 0;
}
