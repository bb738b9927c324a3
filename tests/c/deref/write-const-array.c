// An array is constant if its elements are.
#include <string.h>
static void fill(char *s) {
    memset(s, 'x', 3); //~ ERROR write-to-constant
}
int main(void) {
    const char text[8] = "abc";
    fill((char *)text);
    return text[0];
}
