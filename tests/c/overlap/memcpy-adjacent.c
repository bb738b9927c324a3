// Ranges that touch do not overlap.
#include <string.h>
int main(void) { //~ SAFE
    char a[8] = "abcdefg";
    memcpy(a, a + 4, 4);
    return strcmp(a, "efg") != 0;
}
