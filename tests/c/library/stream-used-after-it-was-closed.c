// A stream is gone when it is closed.
//@ engines: hunt
#include <stdio.h>
int main(void) {
    FILE *file = fopen("notes", "w");
    if (!file)
        return 1;
    fclose(file);
    fputs("more", file); //~ ERROR use-after-free
    return 0;
}
