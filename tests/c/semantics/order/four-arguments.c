// So many orders are not followed, and the answer says so.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
extern void reach_error(void);
static int count;
static int next(void) {
    return ++count;
}
static int digits(int a, int b, int c, int d) {
    return 1000 * a + 100 * b + 10 * c + d;
}
int main(void) { //~ NOT-PROVED
    if (digits(next(), next(), next(), next()) == 2143)
        reach_error();
    return 0;
}
