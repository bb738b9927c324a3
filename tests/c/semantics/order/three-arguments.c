// Three arguments have six orders.
//@ engines: auto hunt
//@ property: unreach-call
extern void reach_error(void);
static int count;
static int next(void) {
    return ++count;
}
static int digits(int a, int b, int c) {
    return 100 * a + 10 * b + c;
}
int main(void) {
    if (digits(next(), next(), next()) == 312)
        reach_error(); //~ ERROR error-reached
    return 0;
}
