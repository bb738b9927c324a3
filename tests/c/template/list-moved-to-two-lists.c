// The nodes of a list are moved to two others by what is put into them.
//@ property: valid-deref unreach-call
//@ engines: template
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct coin {
    struct coin *next;
    int value;
};
static void put(struct coin **box, struct coin *coin) {
    coin->next = *box;
    *box = coin;
}
int main(void) { //~ SAFE
    struct coin *purse = NULL, *copper = NULL, *silver = NULL;
    while (__VERIFIER_nondet_int()) {
        struct coin *coin = malloc(sizeof *coin);
        coin->value = 0;
        put(&purse, coin);
    }
    while (purse) {
        struct coin *coin = purse;
        purse = purse->next;
        coin->value = __VERIFIER_nondet_int() ? 1 : 10;
        if (coin->value == 1)
            put(&copper, coin);
        else
            put(&silver, coin);
    }
    for (struct coin *c = copper; c; c = c->next)
        if (c->value != 0 && c->value != 1 && c->value != 10)
            reach_error();
    return 0;
}
