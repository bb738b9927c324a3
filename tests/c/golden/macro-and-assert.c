//@ args: check --quiet
//@ exit: 1
#include <assert.h>
#define TWICE(x) ((x) + (x))
int main(void)
{
    int n = TWICE(3);
    assert(n == 7 && "n is odd");
    return 0;
}
