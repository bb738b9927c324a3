// A function that returns 64 bits is called as one that returns 32.
static long long wide(void) { return 1; }
int main(void) {
    int (*f)(void) = (int (*)(void))wide;
    return f(); //~ ERROR invalid-call
}
