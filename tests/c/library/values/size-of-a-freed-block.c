// The block has been freed.
// Checked: glibc; AddressSanitizer reports the call.
//@ engines: auto interp smg hunt template sl horn
#include <malloc.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    free(p);
    return malloc_usable_size(p) == 5;
}
