// A constant index behind the function's own buffer.
//@ engines: sl auto
int last(void) {
    int a[4] = {1, 2, 3, 4};
    return a[4]; //~ ERROR out-of-bounds
}
