// Sorting moves pointers with their blocks; the comparison sees elements of the array.
//@ command: run
//@ data-model: lp64 ilp32
#include <stdlib.h>
#include <string.h>
struct entry { char *name; int n; };
static int by_name(const void *a, const void *b) {
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}
int main(void) { //~ SAFE
    const char *names[] = { "pear", "apple", "fig", "kiwi", "date" };
    struct entry entries[5];
    for (int i = 0; i < 5; i++) {
        entries[i].name = strdup(names[i]);
        entries[i].n = i;
    }
    qsort(entries, 5, sizeof entries[0], by_name);
    struct entry key = { "fig", 0 };
    struct entry *found = bsearch(&key, entries, 5, sizeof key, by_name);
    if (!found || found->n != 2 || entries[0].n != 1 || entries[4].n != 0)
        return *(volatile int *)0;
    for (int i = 0; i < 5; i++)
        free(entries[i].name);
    return 0;
}
