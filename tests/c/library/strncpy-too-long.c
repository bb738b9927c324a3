// strncpy writes all the bytes that it is told to write; the finding is at the call, not in the model.
//@ engines: interp smg
//@ data-model: lp64 ilp32
#include <string.h>
int main(void) {
    char small[4];
    strncpy(small, "ab", 4);
    strncpy(small, "ab", 5); //~ ERROR out-of-bounds
    return small[0] == 'b';
}
