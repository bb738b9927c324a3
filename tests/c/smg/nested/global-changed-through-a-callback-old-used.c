// A function that names no global calls one, through a pointer, that frees what the global held.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>

static int *kept;

static void keep(int *number) {
    free(kept);
    kept = number;
}

static void apply(void (*use)(int *), int *number) {
    use(number);
}

int main(void) {
    kept = malloc(sizeof *kept);
    int *other = kept;
    apply(keep, malloc(sizeof(int)));
    assert(kept != other);
    *other = 1; //~ ERROR use-after-free
    free(kept);
    return 0;
}
