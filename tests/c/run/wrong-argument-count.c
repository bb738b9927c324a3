// A call through a pointer of another type.
//@ command: run
static int add(int a, int b) { return a + b; }
int main(void) {
    int (*f)(int) = (int (*)(int))add;
    return f(1); //~ ERROR invalid-call
}
