// The string in which to go on was a variable of a function that has returned.
// Checked: AddressSanitizer reports the use after return or scope.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
static void begin(void) {
    char text[] = "a,b";
    strtok(text, ",");
}
int main(void) { //~ NOT-PROVED
    begin();
    return strtok(0, ",") != 0;
}
