// The size of an array on the stack is negative.
// Checked: C11 6.7.6.2p5; the sanitizers report it.
//@ engines: auto interp smg hunt template
int main(void) { //~ NOT-PROVED
    int n = -1;
    int a[n];
    a[0] = 1;
    return a[0];
}
