// Cleanup functions run on every way out, innermost first, after the value of a return has been taken.
void done(int *);

int leave(int n) {
    int a __attribute__((cleanup(done))) = n;
    for (;;) {
        int b __attribute__((cleanup(done))) = a;
        if (b > 5) break;
        if (b > 4) return a + b;
    }
    return a;
}
