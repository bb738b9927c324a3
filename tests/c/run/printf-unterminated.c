// A string without its terminator.
//@ command: run
#include <stdio.h>
int main(void) {
    char text[3] = { 'a', 'b', 'c' };
    printf("%.3s", text);
    printf("%s", text); //~ ERROR out-of-bounds
    return 0;
}
