// The complement of zero is negative.
// Checked: C11 6.5.7p4; UndefinedBehaviorSanitizer reports the shift.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
int main(void) { //~ NOT-PROVED
    int x = ~0 << 4;
    return x != 0;
}
