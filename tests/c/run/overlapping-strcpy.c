// strcpy to its own tail.
//@ command: run
#include <string.h>
int main(void) {
    char text[16] = "abcdef";
    strcpy(text + 2, text); //~ ERROR overlap
    return 0;
}
