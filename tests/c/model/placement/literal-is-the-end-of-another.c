// A string literal may share memory with the end of another one.
// Checked: C11 6.4.5p7; gcc -O2 does so (the binary aborts).
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    const char *longer = "xabc";
    const char *shorter = "abc";
    if (longer + 1 == shorter)
        reach_error();
    return 0;
}
