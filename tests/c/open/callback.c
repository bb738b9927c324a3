// The caller chooses the function that is called: no report, and no proof.
//@ engines: sl auto
int apply(int (*f)(int), int v) {
    return f(v); //~ UNKNOWN nondeterminism
}
