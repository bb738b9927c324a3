// A place to jump to needs room.
//@ engines: interp hunt auto
#include <setjmp.h>
#include <stdlib.h>
int main(void) {
    jmp_buf *place = malloc(16);
    if (setjmp(*place))   //~ ERROR out-of-bounds
        return 1;
    free(place);
    return 0;
}
