// The argument is no character.
// Checked: C11 7.4p1.
//@ engines: auto interp smg hunt template sl horn
int isalpha(int c);
int main(void) { //~ NOT-PROVED
    return isalpha(256) != 0;
}
