// The last list is not freed.
//@ engines: auto
#include <stdlib.h>

#define SIZE 12

extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
    int key;
};

static struct entry *table[SIZE];

static unsigned hash(int key) { return (unsigned)key % SIZE; }

static void insert(int key) {
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return;
    unsigned at = hash(key);
    entry->key = key;
    entry->next = table[at];
    table[at] = entry;
}

static void destroy(void) {
    for (int i = 0; i < SIZE - 1; i++) {
        struct entry *entry = table[i];
        while (entry) {
            struct entry *next = entry->next;
            free(entry);
            entry = next;
        }
        table[i] = 0;
    }
}

int main(void) {
    while (__VERIFIER_nondet_int())
        insert(__VERIFIER_nondet_int());
    destroy();
    table[SIZE - 1] = 0; //~ ERROR memory-leak
    return 0;
}
