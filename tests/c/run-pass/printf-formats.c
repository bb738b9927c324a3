// Conversions of printf, with every kind of argument.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%d %i %u %x %X %o %c %%\n", -1, 2, 3u, 0xabcu, 0xABCu, 8u, 'c');
    printf("%hhd %hd %ld %lld %hhu %hu %lu %llu\n", 300, 70000, -5L, LLONG_MIN, 300, 70000, 5ul, ULLONG_MAX);
    printf("%zu %zd %td %jd\n", sizeof(int), (ptrdiff_t)-1, (ptrdiff_t)7, (intmax_t)-9);
    printf("[%5d][%-5d][%05d][%+d][% d][%.4d][%8.3d]\n", 42, 42, 42, 42, 42, 42, 42);
    printf("[%#x][%#o][%#X][%#8x][%-#8x]\n", 255, 8, 255, 255, 255);
    printf("[%s][%10s][%-10s][%.2s][%10.1s]\n", "text", "text", "text", "text", "text");
    printf("[%*d][%-*d][%.*f][%*.*s]\n", 6, 1, 6, 2, 2, 3.14159, 5, 2, "abc");
    printf("[%*d]\n", -6, 1);
    printf("%f %.0f %#.0f %.10f %e %E %g %G %a\n", 1.5, 2.5, 2.5, 0.1, 12345.678, 0.00012, 1e10, 1e-10, 1.0);
    printf("%g %g %g %g %g %#g\n", 100000.0, 1000000.0, 0.0001, 0.00001, 123456789.0, 1.5);
    printf("[%10.2f][%-10.2f][%010.2f][%+.1e]\n", 3.14159, 3.14159, -3.14159, 31415.9);
    printf("%f %F %e %5g|%-5g|%05f\n", 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0);
    printf("%Lf %Le %Lg\n", 1.5L, 2.25L, 1e10L);
    printf("%p %d\n", (void *)0, 1);
    char text[20];
    int n = snprintf(text, sizeof text, "%s-%d", "a long string that does not fit", 7);
    printf("%d %s\n", n, text);
    n = sprintf(text, "%3d|%-3d|", 1, 2);
    printf("%d %s\n", n, text);
    fputs("puts ", stdout);
    putchar('x');
    fputc('y', stdout);
    putc('\n', stdout);
    fwrite("bytes\n", 1, 6, stdout);
    fprintf(stdout, "%s %d\n", "stream", n);
    puts("done");
    fprintf(stderr, "not here\n");
    return 0;
}
