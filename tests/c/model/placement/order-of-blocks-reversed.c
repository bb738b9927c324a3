// Which of two blocks has the lower address is not said: this is the other order.
// Checked: the gcc binary aborts (the block that was freed first is found again).
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *first = malloc(24);
    char *second = malloc(24);
    free(first);
    char *third = malloc(24);
    int before = (unsigned long)third < (unsigned long)second;
    free(second);
    free(third);
    if (before)
        reach_error();
    return 0;
}
