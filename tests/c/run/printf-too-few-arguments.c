// The format names more arguments than there are.
//@ command: run
#include <stdio.h>
int main(void) {
    printf("%d %d\n", 1); //~ ERROR bad-argument
    return 0;
}
