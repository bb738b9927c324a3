// A negative shift count.
//@ command: run
int main(void) {
    int n = -1;
    return 1 << n; //~ ERROR bad-shift
}
