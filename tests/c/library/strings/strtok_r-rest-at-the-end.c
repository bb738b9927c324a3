// After the last word, the rest is the end of the string.
// Checked: glibc's manual; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char text[] = "a";
    char *rest = 0;
    strtok_r(text, ",", &rest);
    if (!rest)
        reach_error();
    return 0;
}
