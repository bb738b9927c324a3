// `execvp` returns if there is no such program.
//@ engines: hunt auto
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    char *words[] = { "ls", "-l", NULL };
    char *text = malloc(4);
    free(text);
    execvp(words[0], words);
    return text[0];   //~ ERROR use-after-free
}
