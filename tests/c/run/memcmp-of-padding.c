// The bytes between members have no value.
//@ command: run
#include <string.h>
struct s { char c; int n; };
int main(void) {
    struct s a, b;
    a.c = b.c = 1;
    a.n = b.n = 2;
    return memcmp(&a, &b, sizeof a); //~ ERROR uninit-read
}
