// In which order elements come that are equal is not said.
// Checked: C11 7.22.5.2p4.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
struct pair {
    int key, value;
};
static int compare(const void *a, const void *b) {
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
int main(void) { //~ NOT-PROVED
    struct pair a[] = {{1, 1}, {1, 2}};
    qsort(a, 2, sizeof *a, compare);
    if (a[0].value == 2)
        reach_error();
    return 0;
}
