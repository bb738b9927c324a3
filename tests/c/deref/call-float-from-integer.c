// An integer arrives where the function expects a floating number, which is passed elsewhere.
static int half(double x) { return (int)(x / 2); }
int main(void) {
    int (*f)(int) = (int (*)(int))half;
    return f(4); //~ ERROR invalid-call
}
