// From a member to its structure by subtracting the member's address in a structure at address zero.
//@ engines: smg
//~ SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct list { struct list *next; };
struct item { long value; struct list list; };
#define ITEM(p) ((struct item *)((const char *)(p) - (const char *)&((struct item *)0)->list))
int main(void) {
    struct list *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->value = 1;
        item->list.next = head;
        head = &item->list;
    }
    while (head) {
        struct item *item = ITEM(head);
        head = head->next;
        item->value++;
        free(item);
    }
    return 0;
}
