// The name of a time zone is a string.
// Checked: glibc's manual; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
#include <time.h>
int main(void) { //~ NOT-VIOLATED
    time_t now = 0;
    struct tm *date = localtime(&now);
    if (!date)
        return 0;
    return strlen(date->tm_zone) > 1000;
}
