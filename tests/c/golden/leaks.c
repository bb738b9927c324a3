//@ args: check --quiet
//@ exit: 1
#include <stdlib.h>
#include <string.h>
static char *copy(const char *text)
{
    char *p = malloc(strlen(text) + 1);
    strcpy(p, text);
    return p;
}
int main(void)
{
    char *a = copy("one");
    char *b = copy("two");
    int same = strcmp(a, b) == 0;
    free(a);
    return same;
}
