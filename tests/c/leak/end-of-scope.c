// Blocks are lost with the last use of the variables that hold them, or with the blocks that do.
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; };
static void local(void) {
    char *p = malloc(1);
    p[0] = 0; //~ ERROR memory-leak
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        char *p = malloc(2);
        p[0] = i; //~ ERROR memory-leak
    }
    local();
    struct node *head = malloc(sizeof *head);
    head->next = malloc(sizeof *head);
    free(head); //~ ERROR memory-leak
    struct node *table[2];
    table[1] = malloc(sizeof(struct node));
    memset(table, 0, sizeof table); //~ ERROR memory-leak
    return 0;
}
