// A byte of 200 does not fit into the top of an int.
// Checked: C11 6.5.7p4; UBSan reports the shift.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
int main(void) { //~ NOT-PROVED
    unsigned char c = 200;
    return (c << 24) == 2;
}
