// memcpy of a range onto itself: the ranges overlap in all of it.
#include <string.h>
static void copy(char *to, const char *from, unsigned n) {
    memcpy(to, from, n); //~ ERROR overlap
}
int main(void) {
    char a[8] = "abcdef";
    copy(a, a, 0);
    copy(a, a, 4);
    return a[0];
}
