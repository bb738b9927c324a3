// qsort and bsearch call back into the program.
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void) { //~ SAFE
    int a[] = { 5, 3, 9, -2, 7, 0 };
    qsort(a, 6, sizeof *a, compare);
    for (int i = 1; i < 6; i++)
        if (a[i - 1] > a[i])
            return 1;
    int key = 7;
    int *found = bsearch(&key, a, 6, sizeof *a, compare);
    return found && *found == 7 ? 0 : 2;
}
