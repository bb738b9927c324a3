//@ args: check --quiet
//@ exit: 0
#include <stdlib.h>
extern void log_event(const char *what);
int main(void)
{
    int x = 2147483647;
    x += 1;
    int *p = malloc(sizeof *p);
    log_event("allocated");
    free(p);
    return x < 0;
}
