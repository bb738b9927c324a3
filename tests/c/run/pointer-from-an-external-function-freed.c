// Nor whether it may be freed.
//@ command: run
//@ input: 1
#include <stdlib.h>
char *greeting(void);
int main(void) {
    char *text = greeting();
    if (text)
        free(text); //~ UNKNOWN external-function
    return 0;
}
