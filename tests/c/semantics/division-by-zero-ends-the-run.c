// Nobody asks about divisions: one by zero ends the run, in every engine.
//@ engines: interp smg hunt
//@ property: unreach-call
extern void reach_error(void);
int main(void) {
    int zero = 0;
    int quotient = 10 / zero;
    reach_error();
    return quotient;
}
//~ SAFE
