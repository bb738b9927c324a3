// The numbers that `scanf` gives stand in the text that the test feeds.
//@ property: valid-deref
//@ engines: auto
#include <stdio.h>

int main(void)
{
    int table[4] = {0};
    int code;
    unsigned short more;
    long far;
    if (scanf("%d %hu %ld", &code, &more, &far) != 3)
        return 1;
    if (code == -12345 && more == 4711 && far == 9876543210)
        table[4] = 1; //~ ERROR out-of-bounds
    return table[0];
}
