// A file that cannot be opened leaves a number in errno.
//@ engines: hunt
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
    FILE *file = fopen("notes", "r");
    if (!file)
        assert(errno != ENOENT); //~ ERROR assertion-failed
    return 0;
}
