// All arguments are copied into blocks of their own.
//@ engines: smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { //~ SAFE
    char **copy = malloc(sizeof(char *) * (argc + 1));
    if (!copy)
        return 1;
    for (int i = 0; i < argc; i++) {
        copy[i] = malloc(strlen(argv[i]) + 1);
        strcpy(copy[i], argv[i]);
    }
    copy[argc] = NULL;
    for (char **p = copy; *p; p++)
        puts(*p);
    for (int i = 0; i < argc; i++)
        free(copy[i]);
    free(copy);
    return 0;
}
