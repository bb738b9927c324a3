// The argument need not be a character.
// Checked: C11 7.4p1; the gcc binary dies of SIGSEGV for 100000000.
//@ engines: auto interp smg hunt template sl horn
extern int __VERIFIER_nondet_int(void);
int isalpha(int c);
int main(void) { //~ NOT-PROVED
    return isalpha(__VERIFIER_nondet_int()) != 0;
}
