// Functions of another file, by their contracts.
//@ engines: sl auto
#include <stddef.h>
#ifdef __FAFNIR__
#define CONTRACT(...) __attribute__((fafnir_contract(__VA_ARGS__)))
#else
#define CONTRACT(...)
#endif
struct pool { int used; };
void *pool_get(struct pool *pool, size_t size) CONTRACT(requires(pool != 0 && size > 0), allocates(size));
void pool_put(void *block) CONTRACT(frees(block));
void fill(char *bytes, size_t number) CONTRACT(nonnull(bytes), writes(bytes, number));

int filled(struct pool *pool) { //~ SAFE
    char *block = pool_get(pool, 10);
    if (!block)
        return 1;
    fill(block, 10);
    int last = block[9];
    pool_put(block);
    return last;
}
