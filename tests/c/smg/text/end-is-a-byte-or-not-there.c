// On one of the two ways nothing ends the string.
//@ engines: smg auto
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {   //~ NOT-PROVED
    char line[20];
    memset(line, 'x', sizeof line);
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 20)
        line[i < 20 ? i : 0] = i < 20 ? 0 : 'y';
    else
        line[3] = 0;
    return strlen(line) > 5;
}
