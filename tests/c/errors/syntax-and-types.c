// Syntax errors inside of functions do not hide the other errors of other functions.
struct known { int field; };
int before(struct known *k) { return k->other; }
int broken(int x) {
    int local = (1 + 2;
    return nowhere + local;
}
int after(int x) { return *x + undeclared; }
int broken_as_well(void) { return }
