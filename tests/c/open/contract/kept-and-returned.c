// What a function keeps is not lost, and what it returns may be said.
//@ engines: sl auto
#include <stdlib.h>
#ifdef __FAFNIR__
#define CONTRACT(...) __attribute__((fafnir_contract(__VA_ARGS__)))
#else
#define CONTRACT(...)
#endif
struct node { struct node *next; int number; };
void keep(struct node *node) CONTRACT(nonnull(node), keeps(node));
struct node *next_of(struct node *node) CONTRACT(nonnull(node), returns(node->next));
int level(void) CONTRACT(ensures(result >= 0 && result < 5));

void kept(void) { //~ SAFE
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->next = 0;
    keep(node);
}
int second(void) { //~ SAFE
    struct node b = {0, 2}, a = {&b, 1};
    return next_of(&a)->number;
}
int inside(void) { //~ SAFE
    static const int table[5];
    return table[level()];
}
