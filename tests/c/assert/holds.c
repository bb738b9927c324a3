// Assertions that hold.
#include <assert.h>
int main(void) { //~ SAFE
    unsigned char c = 255;
    c++;
    assert(c == 0);
    assert((signed char)200 == -56);
    assert(sizeof(int) == 4 && "sizes");
    return 0;
}
