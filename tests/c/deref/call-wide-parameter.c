// An int arrives where the function expects 64 bits.
static int low(long long x) { return (int)x; }
int main(void) {
    int (*f)(int) = (int (*)(int))low;
    return f(4); //~ ERROR invalid-call
}
