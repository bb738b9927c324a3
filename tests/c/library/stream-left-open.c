// The library holds a stream that nobody closes.
//@ engines: hunt smg
#include <stdio.h>
int main(void) { //~ SAFE
    FILE *file = fopen("notes", "w");
    if (!file) {
        fprintf(stderr, "no file\n");
        return 1;
    }
    fputs("something", file);
    fflush(file);
    fflush(NULL);
    return 0;
}
