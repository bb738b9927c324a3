// A block that a contract frees is gone.
//@ engines: sl auto
#include <stddef.h>
#ifdef __FAFNIR__
#define CONTRACT(...) __attribute__((fafnir_contract(__VA_ARGS__)))
#else
#define CONTRACT(...)
#endif
void *pool_get(size_t size) CONTRACT(allocates(size));
void pool_put(void *block) CONTRACT(frees(block));
int check(int number) CONTRACT(ensures(result >= 0));

void twice(void) {
    char *block = pool_get(10);
    pool_put(block);
    pool_put(block); //~ ERROR double-free
}
int lost(void) {
    char *block = pool_get(10);
    return block != 0; //~ ERROR memory-leak
}
int used(void) {
    char *block = pool_get(10);
    pool_put(block);
    return block[0]; //~ ERROR use-after-free
}
