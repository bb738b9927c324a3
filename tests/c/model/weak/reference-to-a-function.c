// A weak reference is the function, if there is one.
// Checked: gcc's manual, weakref; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int there(void) {
    return 7;
}
static int wr(void) __attribute__((weakref("there")));
int main(void) { //~ NOT-VIOLATED
    if (!wr || wr() != 7)
        reach_error();
}
