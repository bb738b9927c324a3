// The pointer that is returned leads to a local; using it is wrong.
//@ engines: sl auto
static int *leak_address(void) {
    int x = 3;
    int *p = &x;
    return p;
}
int use(void) {
    return *leak_address(); //~ ERROR out-of-scope
}
