// A text that does not fit leaves the array without an end.
// Checked: C11 7.27.3.5p8; AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
#include <time.h>
int main(void) { //~ NOT-PROVED
    char text[4];
    time_t now = 0;
    struct tm *date = gmtime(&now);
    if (!date)
        return 0;
    memset(text, 'x', sizeof text);
    strftime(text, sizeof text, "%Y-%m-%d", date);
    return strlen(text) > 100;
}
