// Within its full expression, the array of a structure that a function returns can be read.
// Checked: C11 6.2.4p8; the gcc binary exits with 0.
//@ property: valid-deref unreach-call
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct text {
    char b[8];
};
static struct text make(int c) {
    struct text v = {{c, 0}};
    return v;
}
static int first(const char *s) {
    return s[0];
}
int main(void) { //~ NOT-VIOLATED
    for (int i = 1; i < 3; i++) {
        int c = first(make(i).b) + make(i).b[1];
        if (c != i)
            reach_error();
    }
}
