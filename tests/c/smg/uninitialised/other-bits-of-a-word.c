// Two bit-fields of one word: the one that is read was not written.
//@ engines: smg
//@ property: no-uninit
#include <stdlib.h>
struct flags {
    unsigned ready : 1;
    unsigned count : 7;
};

int main(void) {
    struct flags *f = malloc(sizeof *f);
    f->count = 3;
    int three = 0;
    if (f->ready) //~ ERROR uninit-read
        three = 1;
    free(f);
    return three;
}
