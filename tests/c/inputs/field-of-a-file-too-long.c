// The field before the first comma is longer than its place.
//@ engines: auto
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct row {
    char name[16];
    int age;
};
int main(int argc, char **argv) {
    FILE *file = fopen(argc > 1 ? argv[1] : "rows.csv", "r");
    if (!file)
        return 1;
    char line[128];
    struct row *row = malloc(sizeof *row);
    while (fgets(line, sizeof line, file)) {
        char *comma = strchr(line, ',');
        if (!comma)
            continue;
        *comma = 0;
        strcpy(row->name, line); //~ ERROR out-of-bounds
        row->age = atoi(comma + 1);
    }
    free(row);
    fclose(file);
    return 0;
}
