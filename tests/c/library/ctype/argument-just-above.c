// The argument is no character.
// Checked: C11 7.4p1.
//@ engines: auto interp smg hunt
//@ wrong-today: auto smg hunt interp
int isalpha(int c);
int main(void) { //~ NOT-PROVED
    return isalpha(256) != 0;
}
