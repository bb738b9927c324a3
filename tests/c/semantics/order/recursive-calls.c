// Functions that only compute have no order: nothing is chosen, and the only run decides.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
extern void reach_error(void);
static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int main(void) { //~ NOT-VIOLATED
    if (fib(7) != 13)
        reach_error();
    return 0;
}
