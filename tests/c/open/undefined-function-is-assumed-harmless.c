// Proved under the assumption that the undefined function frees and keeps nothing, which is printed.
//@ engines: sl auto
//~ SAFE
struct log { int lines; char *name; };
void write_line(const char *line);
void line(struct log *log, const char *text) {
    log->lines = 1;
    write_line(text);
}
