// The size of the elements before this one is more than an address holds.
// Checked: C11 6.5.6p8; the sanitizers report the overflow.
//@ engines: auto interp smg hunt template sl horn
int main(void) { //~ NOT-PROVED
    int a[4] = {0};
    long i = 0x4000000000000001;
    return a[i];
}
