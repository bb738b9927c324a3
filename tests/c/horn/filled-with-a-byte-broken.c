// What is behind the part is not filled.
//@ property: unreach-call
//@ engines: horn
#include <string.h>
void reach_error(void);
struct numbers { unsigned a; unsigned short b; unsigned char c; };
int main(void) {
    struct numbers all, part = { 5, 6, 7 };
    memset(&all, 1, sizeof all);
    memset(&part.b, 0xff, sizeof part.b);
    if (all.a != 0x01010101 || all.b != 0x0101 || all.c != 1)
        reach_error();
    if (part.a != 5 || part.b != 0xffff || part.c != 0xff)
        reach_error(); //~ ERROR error-reached
}
