// A weak reference is called only if it is there.
// Checked: gcc's manual, weakref; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
static int wr(void) __attribute__((weakref("nowhere")));
int main(void) { //~ NOT-VIOLATED
    return wr ? wr():0;
}
