#include "line.h"

int main(void) {
    struct line *line = line_new("");
    line_trim(line);
    line_free(line);
    return 0;
}
