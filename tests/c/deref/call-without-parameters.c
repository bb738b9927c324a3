// A function without parameters is called with one.
static int zero(void) { return 0; }
int main(void) {
    int (*f)(int) = (int (*)(int))zero;
    return f(1); //~ ERROR invalid-call
}
