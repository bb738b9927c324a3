// The function is found before or after its argument is computed.
// Checked: C11 6.5.2.2p10.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int a(int x) {
    return x;
}
static int b(int x) {
    return x+1;
}
static int(*fp)(int) = a;
static int sw(void) {
    fp = b;
    return 0;
}
int main(void) { //~ NOT-PROVED
    if (fp(sw()) == 1)
        reach_error();
}
