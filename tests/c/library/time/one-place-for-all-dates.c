// gmtime gives the same place each time.
// Checked: C11 7.27.3p1; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <time.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    time_t t = 0;
    struct tm *a = gmtime(&t), *b = gmtime(&t);
    if (a && b && a != b)
        reach_error();
    return 0;
}
