// Two numbers are neighbours on both paths, because both follow from a third one that is not used any more.
//@ engines: smg
extern int __VERIFIER_nondet_int(void);

int main(void) { //~ SAFE
    unsigned x, y;
    char cell[4] = {0};
    if (__VERIFIER_nondet_int()) {
        unsigned d = __VERIFIER_nondet_int();
        x = d + 1;
        y = d + 2;
    } else {
        x = __VERIFIER_nondet_int();
        y = x + 1;
    }
    while (__VERIFIER_nondet_int())
        cell[y - x == 1 ? 0 : 100] = 1;
    return cell[0];
}
