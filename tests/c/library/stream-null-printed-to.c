// A file may not be there.
//@ engines: hunt
#include <stdio.h>
int main(void) {
    FILE *file = fopen("notes", "w");
    fprintf(file, "%d\n", 1); //~ ERROR null-deref
    fclose(file);
    return 0;
}
