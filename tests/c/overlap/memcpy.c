// memcpy within one array, shifted by one.
#include <string.h>
int main(void) {
    char a[8] = "abcdef";
    memcpy(a + 1, a, 4); //~ ERROR overlap
    return a[0];
}
