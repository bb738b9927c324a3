// One shifted into the sign is no long.
// Checked: C11 6.5.7p4; UBSan reports the shift.
//@ engines: auto interp smg hunt template sl horn
//@ property: no-overflow
int main(void) { //~ NOT-PROVED
    long one = 1;
    return (one << 63) == 2;
}
