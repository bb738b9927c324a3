#include "line.h"
#include <stdlib.h>
#include <string.h>

struct line *line_new(const char *text) {
    struct line *line = malloc(sizeof *line);
    line->length = strlen(text);
    line->text = malloc(line->length + 1);
    memcpy(line->text, text, line->length + 1);
    return line;
}

/* Cuts the blanks at the end. */
void line_trim(struct line *line) {
#ifdef REPAIRED
    while (line->length > 0 && line->text[line->length - 1] == ' ')
#else
    while (line->text[line->length - 1] == ' ')
#endif
        line->length--;
    line->text[line->length] = '\0';
}

void line_free(struct line *line) {
    free(line->text);
    free(line);
}
