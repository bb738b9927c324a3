// A shift that is assigned overflows like any other.
// Checked: C11 6.5.7p4; UBSan reports the shift.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
int main(void) { //~ NOT-PROVED
    int n = 1;
    for (int i = 0; i < 40; i++)
        n <<= 1;
    return n == 2;
}
