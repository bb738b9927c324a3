// Writing to the log changes nothing that the program sees.
// Checked: POSIX syslog; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdarg.h>
#include <syslog.h>
extern void reach_error(void);
static int kept = 7;
static void all(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsyslog(LOG_DEBUG, format, list);
    va_end(list);
}
int main(void) { //~ NOT-VIOLATED
    openlog("fafnir", 0, LOG_USER);
    setlogmask(LOG_MASK(LOG_EMERG));
    syslog(LOG_DEBUG, "%d", 5);
    all("%d", 5);
    closelog();
    if (kept != 7)
        reach_error();
    return 0;
}
