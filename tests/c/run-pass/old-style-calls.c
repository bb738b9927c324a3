// K&R definitions and implicit int of the old days.
#include <stdio.h>
int add(a, b, c)
    int a;
    char b;
    float c;
{
    return a + b + (int)c;
}
static long (*table[2])();
static long one() { return 1; }
static long twice(x) long x; { return 2 * x; }
int main()
{
    register int i = 0;
    table[0] = one;
    table[1] = twice;
    printf("%d %ld %ld\n", add(1, 'a', 2.75), table[0](), table[1](21L));
    while (i < 3) i++;
    return i;
}
