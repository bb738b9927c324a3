// The text and its end fit into the array, if the result is not zero.
// Checked: C11 7.27.3.5p8; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <time.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char text[16];
    time_t now = 0;
    struct tm *date = gmtime(&now);
    if (!date)
        return 0;
    size_t length = strftime(text, sizeof text, "%Y-%m-%d", date);
    if (length > 0 && (length >= sizeof text || text[length] != 0))
        reach_error();
    return 0;
}
