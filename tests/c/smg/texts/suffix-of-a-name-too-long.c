// A suffix that is longer than the name by one: the byte in front of the name is read.
//@ engines: smg
#include <stdlib.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
static char *text(int size) {
    char *s = malloc(size);
    for (int i = 0; i < size - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[size - 1] = 0;
    return s;
}
int main(void) { //~ NOT-PROVED
    char *path = text(11), *suffix = text(5);
    char *last = strrchr(path, '/');
    char *s = last ? last + 1 : path;
    unsigned long m = strlen(s), n = strlen(suffix);
    if (n <= m + 1)
        if (strcmp((s + m) - n, suffix) == 0)
            m = m - n;
    free(path);
    free(suffix);
    return (int)m;
}
