// memmove may.
#include <string.h>
int main(void) { //~ SAFE
    char a[8] = "abcdef";
    memmove(a + 1, a, 4);
    return strcmp(a, "aabcdf") != 0;
}
