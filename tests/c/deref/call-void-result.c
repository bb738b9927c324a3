// The result of a function that returns nothing is used.
static int count;
static void step(void) { count++; }
int main(void) {
    int (*f)(void) = (int (*)(void))step;
    return f(); //~ ERROR invalid-call
}
