// The end of one of the copied lines is overwritten.
//@ engines: smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct line {
    char *text;
    struct line *next;
};
int main(void) { //~ NOT-PROVED
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
        if (l->text[0] == 1)
            l->text[strlen(l->text)] = 1;
        else
            puts(l->text);
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
