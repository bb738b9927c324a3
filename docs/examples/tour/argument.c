#include "line.h"
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        struct line *line = line_new(argv[i]);
        line_trim(line);
        puts(line->text);
        line_free(line);
    }
    return 0;
}
