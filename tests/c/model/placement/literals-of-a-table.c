// Literals in a table may share memory.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static const char *names[] = {"on", "button"};
int main(void) { //~ NOT-PROVED
    if (names[1] + 4 == names[0])
        reach_error();
    return 0;
}
