// A weak reference may be null where it is called.
// Checked: gcc's manual, weakref; the gcc binary ends by a signal.
//@ engines: auto interp smg hunt template sl horn
static int wr(void) __attribute__((weakref("nowhere")));
int main(void) { //~ NOT-PROVED
    return wr();
}
