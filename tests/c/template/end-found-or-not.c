// A scan that stops at the end or one before it, through two loops one after the other.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int holds) {
    if (!holds)
        reach_error();
}
int main(void) { //~ SAFE
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
    ++at;
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
