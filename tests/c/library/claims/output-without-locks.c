// Output without locks gives what the other functions give.
// Checked: C11 7.21.7; unlocked_stdio(3).
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int a = putchar_unlocked('a'), b = fputc_unlocked('b', stdout), c = putc_unlocked('c', stdout);
    if (a != 'a' && a != EOF || b != 'b' && b != EOF || c != 'c' && c != EOF)
        reach_error();
    if (fwrite_unlocked("abcd", 2, 2, stdout) > 2)
        reach_error();
    int e = fflush_unlocked(stdout), t = fputs_unlocked("x", stdout);
    if (e != 0 && e != EOF || t < EOF)
        reach_error();
    return 0;
}
