// The nodes of a list hold names that are cut off where they are too long.
//@ engines: smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct person {
    char name[32];
    struct person *next;
};
int main(int argc, char **argv) { //~ SAFE
    struct person *all = NULL;
    for (int i = 1; i < argc; i++) {
        struct person *p = malloc(sizeof *p);
        if (!p)
            break;
        const char *name = argv[i];
        size_t n = strlen(name);
        if (n > sizeof p->name - 1)
            n = sizeof p->name - 1;
        memcpy(p->name, name, n);
        p->name[n] = 0;
        p->next = all;
        all = p;
    }
    for (struct person *p = all; p; p = p->next)
        puts(p->name);
    while (all) {
        struct person *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
