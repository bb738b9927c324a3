// The target of a weak reference may be named by another attribute.
// Checked: gcc's manual, weakref; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int wr(void) __attribute__((weakref, alias("nowhere")));
int main(void) { //~ NOT-PROVED
    if (!wr)
        reach_error();
    return 0;
}
