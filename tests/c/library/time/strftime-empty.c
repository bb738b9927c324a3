// An empty text is a text: its end is written.
// Checked: C11 7.27.3.5p8; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <time.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char text[4] = "abc";
    time_t now = 0;
    struct tm *date = gmtime(&now);
    if (!date)
        return 0;
    strftime(text, sizeof text, "", date);
    if (text[0] == 0)
        reach_error();
    return 0;
}
