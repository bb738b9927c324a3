// Jumps back over several calls, by pointers to functions, in loops and switches.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf places[3];
struct pair { long a, b; };
static struct pair both(int n) {
    if (n == 1)
        longjmp(places[0], 11);
    struct pair result = {n, n * 2};
    return result;
}
static double half(int n) {
    struct pair pair = both(n);
    return (double)(pair.a + pair.b) / 2;
}
static void leave(int n) {
    char *text = malloc(10);
    snprintf(text, 10, "%d", n);
    puts(text);
    free(text);
    longjmp(places[n % 3], n);
}
static void (*how)(int) = leave;
static int rounds(int n) {
    volatile int i = 0;
    int came = setjmp(places[1]);
    printf("came %d, i %d\n", came, i);
    while (i < n) {
        int squares[4];
        squares[i % 4] = i * i;
        i = i + 1;
        if (squares[(i - 1) % 4] == 4)
            how(4);
    }
    return i;
}
int main(void) {
    switch (setjmp(places[0])) {
    case 0:
        printf("%g\n", half(2));
        printf("%g\n", half(1));
        break;
    case 11:
        puts("eleven");
        break;
    default:
        puts("something else");
    }
    printf("%d rounds\n", rounds(6));
    if (setjmp(places[2]) == 0)
        how(5);
    else
        puts("back");
    jmp_buf own;
    volatile int count = 3;
    if (setjmp(own) < 3)
        longjmp(own, count--);
    printf("%d left\n", count);
    return 0;
}
