// A negative number may not be shifted to the left.
// Checked: C11 6.5.7p4; UBSan reports the shift.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
int main(void) { //~ NOT-PROVED
    int n = -1;
    return (n << 1) == 2;
}
