// A short is shifted as an int, and what is stored is converted.
// Checked: C11 6.5.7, 6.3.1.3.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
int main(void) { //~ NOT-VIOLATED
    short s = 0x7fff;
    s <<= 1;
    return s != 0;
}
