// A floating number is not an int.
//@ command: run
#include <stdio.h>
int main(void) {
    printf("%d\n", 1.5); //~ ERROR bad-argument
    return 0;
}
