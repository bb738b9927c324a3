// Lines of text are copied into blocks of their own, which the nodes of a list lead to: each of them still ends.
//@ engines: smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct line {
    char *text;
    struct line *next;
};
int main(void) { //~ SAFE
    char buffer[256];
    struct line *head = NULL;
    while (fgets(buffer, sizeof buffer, stdin)) {
        size_t n = strlen(buffer);
        if (n > 0 && buffer[n - 1] == '\n')
            buffer[--n] = 0;
        struct line *l = malloc(sizeof *l);
        if (!l)
            break;
        l->text = malloc(n + 1);
        if (!l->text) {
            free(l);
            break;
        }
        memcpy(l->text, buffer, n + 1);
        l->next = head;
        head = l;
    }
    for (struct line *l = head; l; l = l->next)
        puts(l->text);
    while (head) {
        struct line *next = head->next;
        free(head->text);
        free(head);
        head = next;
    }
    return 0;
}
