// Calls that no variable of the program sees.
// Checked: the manual pages; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <fenv.h>
#include <malloc.h>
#include <mcheck.h>
#include <stdlib.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
int kept = 7;
int main(void) { //~ NOT-VIOLATED
    sync();
    tzset();
    closelog();
    malloc_trim(0);
    mtrace();
    muntrace();
    srandom(3);
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(0);
    if (kept != 7)
        reach_error();
    return 0;
}
