// A structure that a function returns, and an array in it, live until the end of the full expression.
// Checked: C11 6.2.4p8.
//@ property: valid-deref
//@ engines: auto interp smg hunt template sl horn
struct text {
    char b[8];
};
static struct text make(void) {
    struct text v = {"abc"};
    return v;
}
int main(void) { //~ NOT-PROVED
    char *p = make().b;
    return p[0];
}
