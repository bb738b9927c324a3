// Each element of the array has two blocks and a number.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct entry {
    char *key;
    int number;
    char *value;
};
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    struct entry *v = calloc(n, sizeof *v);
    for (int i = 0; i < n; i++) {
        v[i].key = malloc(3);
        v[i].value = malloc(4);
        v[i].number = i;
    }
    for (int i = 0; i < n; i++) {
        free(v[i].key);
        free(v[i].value);
    }
    free(v);
    return 0;
}
