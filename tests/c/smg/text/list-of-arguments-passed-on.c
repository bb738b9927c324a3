// A function gives its arguments to vprintf.
//@ engines: smg
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static void report(const char *format, va_list arguments) {
    vfprintf(stderr, format, arguments);
}
static void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(format, arguments);
    va_end(arguments);
}
int main(void) { //~ SAFE
    message("%s %d\n", "text", 1);
    message("%d %s\n", 1, "text");
    return 0;
}
