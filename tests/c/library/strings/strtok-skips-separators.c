// Separators in a row are one.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char s[] = ",,a,,b";
    char *t = strtok(s, ",");
    if (strcmp(t, "a"))
        reach_error();
    t = strtok(0, ",");
    if (strcmp(t, "b"))
        reach_error();
    if (strtok(0, ","))
        reach_error();
    return 0;
}
