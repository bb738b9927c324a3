// Two numbers are neighbours on one path, because both follow from a third one that is not used any more; on the other
// path they are any numbers.
//@ engines: smg
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x, y;
    char cell[4] = {0};
    if (__VERIFIER_nondet_int()) {
        unsigned d = __VERIFIER_nondet_int();
        x = d + 1;
        y = d + 2;
    } else {
        x = __VERIFIER_nondet_int();
        y = __VERIFIER_nondet_int();
    }
    while (__VERIFIER_nondet_int())
        cell[y - x == 1 ? 0 : 100] = 1; //~ ERROR out-of-bounds
    return cell[0];
}
