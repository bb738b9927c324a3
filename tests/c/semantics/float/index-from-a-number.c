// The integer part of a number in a range is an index.
//@ engines: hunt template sl auto
double __VERIFIER_nondet_double(void);
int main(void) { //~ SAFE
    int cells[10] = {0};
    double x = __VERIFIER_nondet_double();
    if (!(x > -1 && x < 10))
        return 0;
    return cells[(int)x];
}
