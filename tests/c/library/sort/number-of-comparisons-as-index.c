// How often elements are compared is not said.
// Checked: C11 7.22.5.2; the sanitizers report the index 4.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int count;
static int compare(const void *a, const void *b) {
    count++;
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-PROVED
    int a[] = {1, 2, 3, 4};
    int seen[4] = {0};
    qsort(a, 4, sizeof *a, compare);
    return seen[count];
}
