// strlen runs off an array without a terminator.
#include <string.h>
int main(void) {
    char a[3] = "abc";
    return (int)strlen(a); //~ ERROR out-of-bounds
}
