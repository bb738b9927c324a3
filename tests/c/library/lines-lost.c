// `getline` allocates, also if there is no line.
//@ engines: hunt
#include <stdio.h>
int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0)
        ;
    return 0; //~ ERROR memory-leak
}
