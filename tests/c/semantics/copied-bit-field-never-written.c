// Likewise for bits of a byte of which others were written: there is no name for them.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
extern void reach_error(void);
struct s {
    unsigned a : 3, b : 5;
};
int main(void) { //~ NOT-VIOLATED
    struct s x, y;
    x.a = 1;
    y = x;
    if (y.b != x.b)
        reach_error();
    return 0;
}
