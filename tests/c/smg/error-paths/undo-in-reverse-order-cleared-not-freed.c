// When the third resource fails, the second is cleared instead of freed.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *get(size_t size) {
    return __VERIFIER_nondet_int() ? malloc(size) : NULL;
}

static int work(void) {
    int result = -1;
    char *name = get(16);
    if (!name)
        goto out;
    static int *table;
    table = get(40);
    if (!table)
        goto free_name;
    long *sum = get(sizeof *sum);
    if (!sum) {
        table = NULL; //~ ERROR memory-leak
        goto free_table;
    }
    name[15] = 0;
    table[9] = 1;
    *sum = 2;
    result = 0;
    free(sum);
free_table:
    free(table);
free_name:
    free(name);
out:
    return result;
}

int main(void) {
    return work() == 0 ? 0 : 1;
}
