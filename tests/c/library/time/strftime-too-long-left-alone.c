// A text that does not fit leaves anything in the array.
// Checked: C11 7.27.3.5p8; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <time.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char text[8] = "abc";
    time_t now = 0;
    struct tm *date = gmtime(&now);
    if (!date)
        return 0;
    if (strftime(text, sizeof text, "%Y-%m-%d", date) == 0 && text[0] != 'a')
        reach_error();
    return 0;
}
