// Numbers out of strings and back.
//@ command: run
//@ data-model: lp64 ilp32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) { //~ SAFE
    char *end;
    if (strtol("  -0x1fz", &end, 0) != -31 || strcmp(end, "z"))
        return *(volatile int *)0;
    if (strtoul("0777", &end, 0) != 0777 || *end)
        return *(volatile int *)0;
    if (strtod("2.5e2kg", &end) != 250.0 || strcmp(end, "kg"))
        return *(volatile int *)0;
    if (atoi("12ab") != 12 || atol("-7") != -7 || atof("0.5") != 0.5)
        return *(volatile int *)0;
    if (strtol("99999999999999999999", 0, 10) != (long)(~0ul >> 1))
        return *(volatile int *)0;
    char text[64];
    int n = snprintf(text, 8, "%05d|%-4s|%+.3e", 42, "ab", 1234.5);
    if (n != 21 || strcmp(text, "00042|a"))
        return *(volatile int *)0;
    return 0;
}
