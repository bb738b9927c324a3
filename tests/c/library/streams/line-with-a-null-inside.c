// A line may hold null characters.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *l = 0;
    size_t n = 0;
    long r = getline(&l, &n, stdin);
    int bad = r > 0 && (long)strlen(l) != r;
    free(l);
    if (bad)
        reach_error();
    return 0;
}
