// From a member to its structure by subtracting the member's address in a structure at address zero.
//@ property: valid-deref valid-memtrack
#include <stdlib.h>
struct list { struct list *next; };
struct item { long value; struct list list; };
#define ITEM(p) ((struct item *)((const char *)(p) - (const char *)&((struct item *)0)->list))
int main(void) {
    struct list *head = 0;
    for (int i = 0; i < 3; i++) {
        struct item *item = malloc(sizeof *item);
        item->value = i;
        item->list.next = head;
        head = &item->list;
    }
    long sum = 0;
    while (head) {
        struct item *item = ITEM(head);
        head = head->next;
        sum += item->value;
        free(item);
        if (!head) sum += item->value;  //~ ERROR use-after-free
    }
    return sum != 3;
}
