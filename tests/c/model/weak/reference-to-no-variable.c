// A weak reference to a variable that nobody defines has no place.
// Checked: gcc's manual, weakref; the gcc binary ends by a signal.
//@ engines: auto interp smg hunt template sl horn
static int wr __attribute__((weakref("nowhere")));
int main(void) { //~ NOT-PROVED
    return wr;
}
