// A failing assertion.
#include <assert.h>
int main(void) {
    int x = 2;
    assert(x + x == 4);
    assert(x * x * x == 9); //~ ERROR assertion-failed
    return 0;
}
