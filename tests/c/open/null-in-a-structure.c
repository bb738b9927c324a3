// The new node is lost only in a ring that has no last node, which nobody makes: no report.
//@ engines: sl auto
#include <stdlib.h>
struct node { struct node *next, *prev; };
struct ring { struct node *first; };
void append(struct ring *ring) {
    struct node *node = calloc(1, sizeof *node);
    struct node *first = ring->first;
    if (node == NULL)
        return;
    if (first == NULL) {
        ring->first = node->prev = node;
    } else if (first->prev) {
        first->prev->next = node;
        node->prev = first->prev;
        first->prev = node;
    }
} //~ UNKNOWN possible-findings
