// A block is shorter than what is copied into it.
//@ property: valid-deref
//@ engines: horn
#include <stdlib.h>
#include <string.h>
struct small { int a; };
struct large { int a, b; };
int main(void) {
    struct large from = { 1, 2 };
    struct small *to = malloc(sizeof *to);
    memcpy(to, &from, sizeof from); //~ ERROR out-of-bounds
    free(to);
}
