// The second resource is freed on the good way, and once more on the way out.
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
    int *table = get(40);
    if (!table)
        goto free_name;
    long *sum = get(sizeof *sum);
    if (!sum)
        goto free_table;
    name[15] = 0;
    table[9] = 1;
    *sum = 2;
    result = 0;
    free(sum);
    free(table);
free_table:
    free(table); //~ ERROR double-free
free_name:
    free(name);
out:
    return result;
}

int main(void) {
    return work() == 0 ? 0 : 1;
}
