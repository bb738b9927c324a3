// What is put into the environment is there, and nothing after it was cleared.
// Checked: POSIX putenv, clearenv(3); the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static char setting[] = "FAFNIR_X=1";
int main(void) { //~ NOT-VIOLATED
    if (putenv(setting) == 0) {
        char *value = getenv("FAFNIR_X");
        if (!value || strcmp(value, "1") != 0)
            reach_error();
    }
    if (clearenv() == 0 && getenv("FAFNIR_X"))
        reach_error();
    int put = putw(5, stdout);
    if (put != 0 && put != EOF)
        reach_error();
    return 0;
}
