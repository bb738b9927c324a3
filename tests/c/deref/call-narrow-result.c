// A function that returns a character is called as one that returns an int: the upper bytes are anything.
//@ data-model: lp64 ilp32
static signed char small(void) { return -1; }
int main(void) {
    int (*f)(void) = (int (*)(void))small;
    return f() == -1 ? 0 : 1; //~ ERROR invalid-call
}
