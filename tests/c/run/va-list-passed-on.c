// A va_list goes through functions, is copied, and carries every kind of argument.
//@ command: run
//@ data-model: lp64 ilp32
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct point { int x, y; char c; };
static int format(char *out, const char *f, va_list ap) {
    return vsprintf(out, f, ap);
}
static int check(char *out, const char *f, ...) {
    char again[100];
    va_list ap, copy;
    va_start(ap, f);
    va_copy(copy, ap);
    format(out, f, ap);
    vsnprintf(again, sizeof again, f, copy);
    va_end(copy);
    va_end(ap);
    return strcmp(out, again);
}
static long long sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long long total = va_arg(ap, int);
    struct point p = va_arg(ap, struct point);
    total += p.x + p.y + p.c;
    total += va_arg(ap, long long);
    total += (long long)va_arg(ap, double);
    total += (long long)va_arg(ap, long double);
    total += *va_arg(ap, int *);
    va_end(ap);
    return total;
}
int main(void) { //~ SAFE
    char text[100];
    if (check(text, "%d-%s-%lld-%c-%.2f", 1, "two", 3LL, '4', 5.0) || strcmp(text, "1-two-3-4-5.00"))
        return *(volatile int *)0;
    struct point p = { 10, 20, 30 };
    int last = 1000;
    if (sum(0, 1, p, 1LL << 40, 2.5, 3.5L, &last) != (1LL << 40) + 1 + 60 + 2 + 3 + 1000)
        return *(volatile int *)0;
    return 0;
}
