// A function that is defined with `()` does not say what it takes: what it is called with is not looked at.
static int zero() { return 0; }
int main(void) { //~ SAFE
    int (*f)(int) = zero;
    return f(1) + zero(2, 3);
}
