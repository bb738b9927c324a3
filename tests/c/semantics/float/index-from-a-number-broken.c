// The integer part of ten is behind the array.
//@ engines: hunt template sl auto
double __VERIFIER_nondet_double(void);
int main(void) {
    int cells[10] = {0};
    double x = __VERIFIER_nondet_double();
    if (!(x > -1 && x <= 10))
        return 0;
    return cells[(int)x]; //~ ERROR out-of-bounds
}
