// Enumerators by name, equal elements in one line, and nothing of what `strtok` keeps for itself.
//@ args: show --at 22
#include <stdlib.h>
#include <string.h>

enum color { RED, GREEN = 5, BLUE };
struct item {
    enum color color;
    int values[12];
};

int main(void) {
    char text[] = "a b";
    struct item *item = calloc(1, sizeof *item);
    {
        int gone = 99;
        item->values[11] = gone;
    }
    item->color = BLUE;
    char *word = strtok(text, " ");
    if (word)
        item->values[0] = 1;
    free(item);
    return 0;
}
