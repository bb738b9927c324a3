/*
 * A hash table: an array of buckets, each a list of entries that own their
 * keys.
 *
 * fafnir check examples/hash_table.c: Proved.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 8

struct entry {
    struct entry *next;
    char *key;
    int count;
};

static struct entry *table[BUCKETS];

static unsigned hash(const char *key)
{
    unsigned h = 5381;
    while (*key)
        h = h * 33 + (unsigned char)*key++;
    return h % BUCKETS;
}

static int count(const char *key)
{
    for (const struct entry *e = table[hash(key)]; e; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e->count;
    return 0;
}

static void add(const char *key)
{
    struct entry **bucket = &table[hash(key)];
    for (struct entry *e = *bucket; e; e = e->next) {
        if (strcmp(e->key, key) == 0) {
            e->count++;
            return;
        }
    }
    struct entry *e = malloc(sizeof *e);
    if (!e)
        abort();
    e->key = malloc(strlen(key) + 1);
    if (!e->key)
        abort();
    strcpy(e->key, key);
    e->count = 1;
    e->next = *bucket;
    *bucket = e;
}

static void clear(void)
{
    for (int i = 0; i < BUCKETS; i++) {
        while (table[i]) {
            struct entry *e = table[i];
            table[i] = e->next;
            free(e->key);
            free(e);
        }
    }
}

int main(void)
{
    static const char *const words[] = { "the", "quick", "fox", "and", "the", "lazy", "dog", "and", "the", "end" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add(words[i]);
    assert(count("the") == 3);
    assert(count("and") == 2);
    assert(count("cat") == 0);
    clear();
    return 0;
}
