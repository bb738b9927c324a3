// The remainder of the minimum and -1 overflows, too.
// Checked: the gcc binary crashes.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
int main(void) { //~ NOT-PROVED
    int a = -2147483647 - 1, b = -1;
    return a % b;
}
