// An array of negative length.
//@ command: run
static int last(int n) {
    int a[n]; //~ ERROR bad-argument
    a[0] = n;
    return a[0];
}
int main(void) {
    return last(-1);
}
