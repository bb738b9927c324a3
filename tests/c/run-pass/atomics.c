// _Atomic objects and the __atomic and __sync builtins, in one thread.
#include <stdio.h>

static _Atomic int counter = 5;
static _Atomic(long) total;
struct node { struct node *next; int value; };
static struct node *_Atomic top;

int main(void) {
    counter++;
    counter += 10;
    total = counter * 2;
    total -= 1;
    printf("%d %ld\n", counter, total);
    int x = 40, expected = 40;
    int r = __atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST);
    printf("%d %d\n", r, x);
    r = __atomic_add_fetch(&x, 2, __ATOMIC_RELAXED);
    printf("%d %d\n", r, x);
    r = __atomic_compare_exchange_n(&x, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %d %d\n", r, expected, x);
    r = __atomic_compare_exchange_n(&x, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %d\n", r, x);
    r = __sync_fetch_and_or(&x, 6);
    r = r * 10 + __sync_and_and_fetch(&x, 5);
    printf("%d\n", r);
    r = __sync_bool_compare_and_swap(&x, 5, 9);
    r = r * 10 + __sync_val_compare_and_swap(&x, 3, 4);
    printf("%d\n", r);
    r = __sync_lock_test_and_set(&x, 77);
    printf("%d %d\n", r, x);
    __sync_lock_release(&x);
    __sync_synchronize();
    printf("%d\n", __atomic_load_n(&x, __ATOMIC_ACQUIRE));
    __atomic_store_n(&x, 12, __ATOMIC_RELEASE);
    r = __atomic_exchange_n(&x, 13, __ATOMIC_ACQ_REL);
    printf("%d %d\n", r, x);
    r = __atomic_fetch_nand(&x, 9, __ATOMIC_SEQ_CST);
    printf("%d %d\n", r, x);
    r = __atomic_xor_fetch(&x, -1, __ATOMIC_SEQ_CST);
    printf("%d %d\n", r, x);
    unsigned char small = 250;
    __atomic_fetch_add(&small, 10, __ATOMIC_SEQ_CST);
    printf("%d\n", small);
    struct node a = {0, 1}, b = {0, 2};
    top = &a;
    b.next = top;
    top = &b;
    printf("%d %d\n", top->value, top->next->value);
    return 0;
}
