// Every byte and EOF may be asked about.
// Checked: C11 7.4p1.
//@ engines: auto interp smg hunt template sl horn
extern unsigned char __VERIFIER_nondet_uchar(void);
int isdigit(int c);
int main(void) { //~ NOT-VIOLATED
    return isdigit(__VERIFIER_nondet_uchar()) != 0 || isdigit(-1) != 0;
}
