// A function gives its arguments to vprintf, one of which has been freed.
//@ engines: auto smg hunt
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void report(const char *format, va_list arguments) {
    vprintf(format, arguments);
}
static void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(format, arguments);
    va_end(arguments);
}
int main(void) { //~ NOT-PROVED
    char *text = malloc(4);
    if (!text)
        return 0;
    strcpy(text, "abc");
    free(text);
    message("%d %s\n", 1, text);
    return 0;
}
