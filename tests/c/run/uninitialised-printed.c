// Output shows the value.
//@ command: run
#include <stdio.h>
int main(void) {
    int x;
    printf("%d\n", x); //~ ERROR uninit-read
    return 0;
}
