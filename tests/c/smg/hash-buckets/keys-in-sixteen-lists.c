// A table of sixteen lists that any number of keys is put into, each once; at the end all are freed.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define LISTS 16
struct entry {
    struct entry *next;
    int key, value;
};
static struct entry *table[LISTS];
static struct entry *find(int key)
{
    for (struct entry *e = table[(unsigned)key % LISTS]; e; e = e->next)
        if (e->key == key)
            return e;
    return 0;
}
static int put(int key, int value)
{
    struct entry *e = find(key);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            return 0;
        e->key = key;
        e->next = table[(unsigned)key % LISTS];
        table[(unsigned)key % LISTS] = e;
    }
    e->value = value;
    return 1;
}
int main(void) //~ SAFE
{
    while (__VERIFIER_nondet_int())
        put(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    for (int i = 0; i < LISTS; i++)
        while (table[i]) {
            struct entry *e = table[i];
            table[i] = e->next;
            free(e);
        }
    return 0;
}
