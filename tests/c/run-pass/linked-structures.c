// A list, a tree and a hash table on the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; };
struct tree { int key; struct tree *left, *right; };
struct entry { char *key; int count; struct entry *next; };

static struct node *push(struct node *head, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    *n = (struct node){v, head};
    return n;
}
static struct node *reverse(struct node *l) {
    struct node *r = NULL;
    while (l) {
        struct node *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}
static void insert_sorted(struct node **p, int v) {
    while (*p && (*p)->value < v) p = &(*p)->next;
    *p = push(*p, v);
}
static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) t->left = insert(t->left, key);
    else t->right = insert(t->right, key);
    return t;
}
static int depth(const struct tree *t) {
    if (!t) return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}
static void walk(const struct tree *t, int *sum, int *order) {
    if (!t) return;
    walk(t->left, sum, order);
    *sum += t->key * ++*order;
    walk(t->right, sum, order);
}
static void drop(struct tree *t) { if (t) { drop(t->left); drop(t->right); free(t); } }

static struct entry *buckets[8];
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h; }
static struct entry *lookup(const char *key) {
    struct entry **p = &buckets[hash(key) % 8];
    for (; *p; p = &(*p)->next) if (strcmp((*p)->key, key) == 0) return *p;
    struct entry *e = malloc(sizeof *e);
    e->key = strcpy(malloc(strlen(key) + 1), key);
    e->count = 0;
    e->next = 0;
    return *p = e;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) list = push(list, i * i);
    list = reverse(list);
    insert_sorted(&list, 3);
    insert_sorted(&list, 100);
    insert_sorted(&list, -1);
    for (struct node *n = list; n; n = n->next) printf("%d ", n->value);
    printf("\n");
    while (list) { struct node *n = list; list = n->next; free(n); }
    struct tree *t = NULL;
    int keys[] = {50, 30, 70, 20, 40, 60, 80, 10, 45}, sum = 0, order = 0;
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) t = insert(t, keys[i]);
    walk(t, &sum, &order);
    printf("%d %d %d\n", depth(t), sum, order);
    drop(t);
    const char *words[] = {"the", "cat", "the", "dog", "a", "cat", "the"};
    for (int i = 0; i < 7; i++) lookup(words[i])->count++;
    printf("%d %d %d %d\n", lookup("the")->count, lookup("cat")->count, lookup("a")->count, lookup("bird")->count);
    for (int i = 0; i < 8; i++)
        while (buckets[i]) {
            struct entry *e = buckets[i];
            buckets[i] = e->next;
            free(e->key);
            free(e);
        }
    int *grown = NULL;
    for (int i = 0; i < 20; i++) {
        if ((i & (i - 1)) == 0) grown = realloc(grown, (i ? 2 * i : 1) * sizeof *grown);
        grown[i] = i;
    }
    printf("%d\n", grown[19] + grown[7]);
    free(grown);
    return 0;
}
