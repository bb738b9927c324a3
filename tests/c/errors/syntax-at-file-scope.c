// A syntax error between functions hides the other errors only of what may need the declaration that is lost.
struct known { int field; };
int lost[ = { 1, 2 };
int before(struct known *k) { return k->other; }
int needs_it(void) { return lost[1] + *lost[0]; }
int after(int x) { return *x + undeclared; }
int broken_as_well(void) { return }
