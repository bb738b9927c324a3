// Functions that pass their variable arguments on on, to a block that has room for one less.
//@ engines: smg hunt sl
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
static void fill(int *to, int count, ...) {
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        to[i] = va_arg(list, int); //~ ERROR out-of-bounds
    va_end(list);
}
static inline __attribute__((always_inline)) void fill_all(int *to, ...) {
    fill(to, __builtin_va_arg_pack_len(), __builtin_va_arg_pack());
}
static inline __attribute__((always_inline)) int *numbers(int count, ...) {
    assert(count == __builtin_va_arg_pack_len());
    int *to = malloc((count - 1) * sizeof *to);
    if (to)
        fill_all(to, __builtin_va_arg_pack());
    return to;
}

int main(void) {
    int *two = numbers(2, 5, 6), *three = numbers(3, 7, 8, 9);
    if (two && three)
        assert(two[0] + two[1] + three[0] + three[1] + three[2] == 35);
    free(two);
    free(three);
    return 0;
}
