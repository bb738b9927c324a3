// The character behind skipped white space is none, also where the input could not be read once: a call does not try again.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char c;
    if (scanf(" %c", &c) == 1 && c == ' ')
        reach_error();
    return 0;
}
