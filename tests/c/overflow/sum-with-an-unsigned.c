// A sum with an unsigned operand is unsigned.
// Checked: C11 6.3.1.8.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
int main(void) { //~ NOT-VIOLATED
    int c = 2147483647;
    c = c + 1u;
    return c == 0;
}
