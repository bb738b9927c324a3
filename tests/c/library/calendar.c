// Broken-down times are there, and their fields index what they are meant to index.
//@ engines: hunt smg
#include <stdio.h>
#include <time.h>
int main(void) {
    static const char days[7] = "SMTWTFS", months[12] = "JFMAMJJASOND";
    time_t now = time(NULL);
    struct tm *local = localtime(&now), copy;
    if (days[local->tm_wday] == months[local->tm_mon])
        puts(ctime(&now));
    return gmtime_r(&now, &copy)->tm_hour > 23;
}
//~ SAFE
