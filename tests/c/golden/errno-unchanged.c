// Whether an allocation changes errno, which a later call reads, is a choice that the run does not depend on.
//@ args: check --quiet
//@ exit: 1
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    char buffer[4];
    int *block = malloc(sizeof *block);
    if (!block)
        abort();
    free(block);
    errno = 0;
    if (argc > 1)
        strcpy(buffer, argv[1]);
    return errno;
}
