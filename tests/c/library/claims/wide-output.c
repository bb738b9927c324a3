// Output of wide characters gives the character, a number or a failure.
// Checked: C11 7.29.2 and 7.29.3; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>
extern void reach_error(void);
static void all(const wchar_t *format, ...) {
    wchar_t room[8];
    va_list list;
    va_start(list, format);
    if (vswprintf(room, 8, format, list) > 7)
        reach_error();
    va_end(list);
    va_start(list, format);
    if (vwprintf(format, list) < -1)
        reach_error();
    va_end(list);
    va_start(list, format);
    if (vfwprintf(stdout, format, list) < -1)
        reach_error();
    va_end(list);
}
int main(void) { //~ NOT-VIOLATED
    wint_t a = putwchar(L'a'), b = fputwc(L'b', stdout), c = putwc(L'c', stdout);
    if (a != L'a' && a != WEOF || b != L'b' && b != WEOF || c != L'c' && c != WEOF)
        reach_error();
    if (fputws(L"x", stdout) < -1 || fwprintf(stdout, L"%d", 5) < -1)
        reach_error();
    all(L"%d", 5);
    if (ungetwc(WEOF, stdin) != WEOF)
        reach_error();
    return 0;
}
