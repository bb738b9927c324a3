#ifndef LINE_H
#define LINE_H

#include <stddef.h>

/* A line of text that knows its length. */
struct line {
    char *text;
    size_t length;
};

struct line *line_new(const char *text);
void line_trim(struct line *line);
void line_free(struct line *line);

#endif
