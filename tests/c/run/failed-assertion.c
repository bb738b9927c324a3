// assert says what failed.
//@ command: run
#include <assert.h>
int main(void) {
    int x = 3;
    assert(x == 4); //~ ERROR assertion-failed
    return 0;
}
