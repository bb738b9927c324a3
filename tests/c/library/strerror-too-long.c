// The texts of error numbers are longer than this.
//@ engines: hunt
#include <errno.h>
#include <string.h>
int main(void) {
    char text[16];
    strcpy(text, strerror(EILSEQ)); //~ ERROR out-of-bounds
    return 0;
}
