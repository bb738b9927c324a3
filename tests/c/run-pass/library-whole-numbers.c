// strtol and its relatives: signs, bases, ends, and numbers that are too large.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    const char *texts[] = {"42", "  -17x", "+8", "0x1F", "0x", "0xg", "077", "08", "", "-", "abc", "zz9", "2147483648",
        "-2147483649", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616",
        "99999999999999999999999", "\t\n\v\f\r 5", "1e3", "- 4", "-0x10", "4294967295"};
    int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++) {
            char *end = (char *)texts[i];
            errno = 0;
            printf("%ld ", strtol(texts[i], &end, bases[b]));
            printf("%d %td ", errno, end - texts[i]);
            errno = 0;
            printf("%lu ", strtoul(texts[i], &end, bases[b]));
            printf("%d %td ", errno, end - texts[i]);
            errno = 0;
            printf("%lld ", strtoll(texts[i], &end, bases[b]));
            printf("%d %td ", errno, end - texts[i]);
            errno = 0;
            printf("%llu ", strtoull(texts[i], &end, bases[b]));
            printf("%d %td\n", errno, end - texts[i]);
        }
    printf("%ld %ld %d\n", strtol("7", NULL, 10), strtol("-7 8", 0, 0), strtoimax("-5", 0, 10) == -5);
    printf("%d %ld %lld\n", atoi(" -12 "), atol("34abc"), atoll("9000000000"));
    return 0;
}
