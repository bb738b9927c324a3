// A function that names no global calls one, through a pointer, that does.
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

int main(void) { //~ SAFE
    kept = malloc(sizeof *kept);
    int *other = kept;
    apply(keep, malloc(sizeof(int)));
    assert(kept != other);
    *kept = 1;
    free(kept);
    return 0;
}
