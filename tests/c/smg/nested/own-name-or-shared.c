// Names that were given are blocks of their own; the others are one text that all share. The length says which.
//@ engines: smg auto
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char none[8] = "none";

struct entry {
    int length;
    char *name;
    struct entry *next;
};

static struct entry *add(struct entry *list) {
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return list;
    entry->length = 0;
    entry->name = none;
    if (__VERIFIER_nondet_int()) {
        char *name = malloc(8);
        if (name) {
            name[0] = 'x';
            name[1] = 0;
            entry->name = name;
            entry->length = 1;
        }
    }
    entry->next = list;
    return entry;
}

int main(void) { //~ SAFE
    struct entry *list = 0;
    int spaces = 0;
    while (__VERIFIER_nondet_int())
        list = add(list);
    for (struct entry *entry = list; entry; entry = entry->next)
        spaces += entry->name[0] == ' ';
    while (list) {
        struct entry *next = list->next;
        if (list->length)
            free(list->name);
        free(list);
        list = next;
    }
    return spaces > 0;
}
