// A block is lost where the last pointer to it is read for the last time; a variable whose address is taken keeps it until
// its scope ends.
//@ engines: interp smg
#include <stdlib.h>
struct list { struct list *next, *prev; };
static void fill(void **place) { *place = malloc(3); }
static void add(struct list *head) {
    struct list *node = malloc(sizeof *node);
    node->next = head->next;
    node->prev = head;
    head->next->prev = node;
    head->next = node;
}
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int found = *p == 2; //~ ERROR memory-leak
    void *q;
    fill(&q);
    char *r = malloc(1);
    r[0] = 1;
    if (found) //~ ERROR memory-leak
        free(r);
    struct list head = { &head, &head };
    add(&head);
    found = 3;

    return found; //~ ERROR memory-leak //~ ERROR memory-leak
}
