// A list whose links are the xor of both neighbours: integers computed from two addresses give either back.
//@ command: run
//@ data-model: lp64 ilp32
#include <stdint.h>
#include <stdlib.h>
struct node { uintptr_t link; int value; };
int main(void) { //~ SAFE
    struct node *nodes[5];
    for (int i = 0; i < 5; i++) {
        nodes[i] = malloc(sizeof *nodes[i]);
        nodes[i]->value = i;
    }
    for (int i = 0; i < 5; i++) {
        uintptr_t before = i > 0 ? (uintptr_t)nodes[i - 1] : 0;
        uintptr_t after = i < 4 ? (uintptr_t)nodes[i + 1] : 0;
        nodes[i]->link = before ^ after;
    }
    struct node *at = nodes[0];
    uintptr_t before = 0;
    int sum = 0;
    while (at) {
        sum = sum * 10 + at->value;
        struct node *next = (struct node *)(at->link ^ before);
        before = (uintptr_t)at;
        at = next;
    }
    if (sum != 1234)
        return *(volatile int *)0;
    for (int i = 0; i < 5; i++)
        free(nodes[i]);
    return 0;
}
