// A character is incremented as an int and converted back.
// Checked: C11 6.5.2.4, 6.3.1.3.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
int main(void) { //~ NOT-VIOLATED
    signed char c = 127;
    c++;
    return c == 0;
}
