// The function tests that two pointers are the same, and frees both.
//@ engines: sl auto
#include <stdlib.h>
void both(char *a, char *b) {
    if (a && a == b) {
        free(a);
        free(b); //~ ERROR double-free
    }
}
