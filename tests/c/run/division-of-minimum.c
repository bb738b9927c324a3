// The one quotient that does not fit.
//@ command: run
#include <limits.h>
int main(void) {
    volatile int x = INT_MIN, y = -1;
    return x / y; //~ ERROR signed-overflow
}
