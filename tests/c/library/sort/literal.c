// What is sorted may not be written.
// Checked: C11 6.4.5p7; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    return *(const char *)a - *(const char *)b;
}
int main(void) { //~ NOT-PROVED
    char *text = "ab";
    qsort(text, 2, 1, compare);
    return 0;
}
