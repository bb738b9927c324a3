// Names given by asm labels, and assembler statements that do nothing.
#include <stdio.h>

static int counter asm("renamed_counter") = 3;
extern int plus_one(int) __asm__("plus_one_implementation");
int plus_one(int x) { return x + 1; }

int main(void) {
    counter += 2;
    __asm__ __volatile__("" ::: "memory");
    asm("");
    register int r asm("ebx") = 4;
    printf("%d %d %d\n", counter, plus_one(5), r + 1);
    return 0;
}
