// No digit comes behind a whole number, unless it could not be read at first.
//@ engines: auto smg hunt
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int n;
    if (scanf("%d", &n) == 1 && !ferror(stdin) && getchar() == '5')
        reach_error();
    return 0;
}
