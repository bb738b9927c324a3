// Nobody asks about divisions. One by zero ends the run where its result is used, but a compiler may leave it out where it is not.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int zero = 0;
    int quotient = 10 / zero;
    reach_error();
    return 0;
}
