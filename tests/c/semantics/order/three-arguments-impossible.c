// None of the six orders counts twice.
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
    if (digits(next(), next(), next()) == 311)
        reach_error();
    return 0;
}
//~ SAFE
