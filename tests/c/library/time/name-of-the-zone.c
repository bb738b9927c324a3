// The name of a time zone may be longer than three letters.
// Checked: POSIX (TZ); with TZ=LONGNAME-1 the sanitizers report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
#include <time.h>
int main(void) { //~ NOT-PROVED
    char zone[4];
    time_t now = 0;
    struct tm *date = localtime(&now);
    if (!date)
        return 0;
    strcpy(zone, date->tm_zone);
    return 0;
}
