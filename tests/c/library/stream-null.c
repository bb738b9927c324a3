// A file may not be there.
//@ engines: hunt
#include <stdio.h>
int main(void) {
    char line[10];
    FILE *file = fopen("notes", "r");
    fgets(line, sizeof line, file); //~ ERROR null-deref
    return 0;
}
