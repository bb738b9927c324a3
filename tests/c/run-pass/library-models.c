// Library functions whose models are written in C behave as the library's.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static char *format(const char *f, ...) {
    char *out = 0;
    va_list ap;
    va_start(ap, f);
    int n = vasprintf(&out, f, ap);
    va_end(ap);
    printf("%d:", n);
    return out;
}

static void tokens(void) {
    char text[] = "  alpha beta;;gamma ; ";
    char *state;
    for (char *t = strtok_r(text, " ;", &state); t; t = strtok_r(0, " ;", &state))
        printf("[%s]", t);
    char again[] = "a,b,,c";
    char *rest = again;
    for (char *t = strsep(&rest, ","); t; t = strsep(&rest, ","))
        printf("(%s)", t);
    char plain[] = "x-y";
    char *first = strtok(plain, "-");
    char *second = strtok(0, "-");
    printf("%s%s\n", first, second);
}

static void searching(void) {
    const char *text = "The quick brown fox";
    printf("%s|", (char *)memmem(text, strlen(text), "brown", 5));
    printf("%s|", (char *)memrchr(text, 'o', strlen(text)));
    printf("%s|", strcasestr(text, "QUICK"));
    printf("%d|", strcasestr(text, "slow") == 0);
    printf("%ld %ld|", (long)(strchrnul(text, 'q') - text), (long)(strchrnul(text, '!') - text));
    printf("%ld|", (long)((char *)rawmemchr(text, 'k') - text));
    printf("%s %s\n", basename("/usr/lib/libc.so"), basename("file"));
    int values[8] = { 5, 3, 9 };
    size_t n = 3;
    int key = 9;
    int *found = lfind(&key, values, &n, sizeof *values, by_value);
    printf("%ld ", (long)(found - values));
    key = 4;
    found = lsearch(&key, values, &n, sizeof *values, by_value);
    printf("%ld %zu\n", (long)(found - values), n);
}

static void copying(void) {
    char buffer[16];
    memset(buffer, '.', sizeof buffer);
    char *end = memccpy(buffer, "key=value", '=', 9);
    printf("%ld %.8s\n", (long)(end - buffer), buffer);
    end = stpncpy(buffer, "abc", 6);
    printf("%ld %d%d%d %c\n", (long)(end - buffer), buffer[3], buffer[4], buffer[5], buffer[6]);
    bcopy("hello", buffer, 6);
    bcopy(buffer, buffer + 2, 6);
    printf("%s\n", buffer);
    swab("badcfe", buffer, 6);
    printf("%.6s\n", buffer);
}

static void characters(void) {
    int (*const tests[])(int) = { isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace,
                                  isupper, isxdigit };
    for (unsigned t = 0; t < sizeof tests / sizeof *tests; t++) {
        unsigned hash = 0;
        for (int c = -1; c < 256; c++)
            hash = hash * 31 + (tests[t](c) != 0);
        printf("%08x ", hash);
    }
    unsigned hash = 0;
    for (int c = 0; c < 256; c++)
        hash = hash * 31 + (unsigned)(tolower(c) * 3 + toupper(c));
    printf("%08x\n", hash);
}

static void numbers(void) {
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17, -5);
    lldiv_t ll = lldiv(1LL << 40, 1000);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%d %d %d %d\n", ffs(0), ffs(40), ffsl(1L << 30), ffsll(1LL << 50));
    double whole;
    int exponent;
    double fraction = modf(-3.75, &whole);
    printf("%g %g ", fraction, whole);
    fraction = frexp(-40.5, &exponent);
    printf("%g %d ", fraction, exponent);
    printf("%g %g %ld %ld %lld %g\n", ldexp(0.75, 10), scalbn(3, -1074), lround(-2.5), lrint(2.5), llround(1e15 + 0.5),
           fdim(5, 3));
    errno = 7;
    printf("%d\n", errno);
}

int main(void) {
    tokens();
    searching();
    copying();
    characters();
    numbers();
    char *text = format("%d-%s", 42, "text");
    printf("%s\n", text);
    free(text);
    return 0;
}
