// Contracts hold in a program with a `main`, too; a definition of the program wins.
//@ engines: auto
#include <stddef.h>
#ifdef __FAFNIR__
#define CONTRACT(...) __attribute__((fafnir_contract(__VA_ARGS__)))
#else
#define CONTRACT(...)
#endif
void *pool_get(size_t size) CONTRACT(allocates(size));
void pool_put(void *block) CONTRACT(frees(block));
int one(void) CONTRACT(returns(2));
int one(void) { return 1; }
int main(void) {
    char *block = pool_get(3);
    if (!block)
        return 0;
    if (one() == 2)
        return *(int *)0;
    block[2] = 1;
    pool_put(block);
    return block[2]; //~ ERROR use-after-free
}
