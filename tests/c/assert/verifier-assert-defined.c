// The usual definition of __VERIFIER_assert in SV-COMP programs.
extern void abort(void);
void reach_error(void) { ; }
void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR: { reach_error(); abort(); } //~ ERROR error-reached
    }
}
int main(void) {
    int x = 10;
    while (x > 3)
        x--;
    __VERIFIER_assert(x == 3);
    __VERIFIER_assert(x == 4);
    return 0;
}
