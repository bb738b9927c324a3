// Switches: ranges, fall-through, defaults in the middle, nested loops, Duff's device, unsigned and 64-bit values.
#include <stdio.h>
#include <limits.h>

static const char *classify(int c) {
    switch (c) {
    case '0' ... '9': return "digit";
    case 'a' ... 'f':
    case 'A' ... 'F': return "hex";
    default: return "other";
    case ' ': case '\t': return "blank";
    case -1: return "end";
    }
}

static void copy(char *to, const char *from, int count) {
    int rounds = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

static int sizes(unsigned long long v) {
    switch (v) {
    case 0: return 0;
    case 1 ... 0xff: return 1;
    case 0x100 ... 0xffffffffULL: return 2;
    case 0xffffffffffffffffULL: return 4;
    case 0x8000000000000000ULL ... 0x8fffffffffffffffULL: return 5;
    }
    return 3;
}

static int extremes(int v) {
    switch (v) {
    case INT_MIN ... -1: return -1;
    case 0: return 0;
    case INT_MAX: return 2;
    }
    return 1;
}

static int jumps(int n) {
    int r = 0;
    for (int i = 0; i < n; i++) {
        switch (i & 3) {
            int inside;
        case 0:
            continue;
        case 1:
            inside = i;
            r += inside;
            break;
        case 2: {
            int deep = 2;
            if (r > 20)
        case 3:
                r += 100;
            deep = r;
            r = deep + 1;
        }
        }
        if (r > 300) break;
    }
    return r;
}

static int narrow(unsigned char c, signed char s) {
    int r = 0;
    switch (c) { case 255: r = 1; break; case 1: r = 2; }
    switch (s) { case -1: r += 10; break; case 127: r += 20; }
    switch (c) default: r += 100;
    switch (c);
    return r;
}

enum color { RED, GREEN = 5, BLUE };
static int color(enum color c) {
    switch (c) { case RED: return 1; case GREEN: return 2; case BLUE: return 3; }
    return 0;
}

int main(void) {
    printf("%s %s %s %s %s\n", classify('5'), classify('e'), classify('z'), classify('\t'), classify(-1));
    char buffer[32] = {0};
    copy(buffer, "the quick brown fox", 19);
    printf("%s\n", buffer);
    printf("%d %d %d %d", sizes(0), sizes(255), sizes(256), sizes(0x100000000ULL));
    printf(" %d %d\n", sizes(~0ULL), sizes(0x8000000000000001ULL));
    printf("%d %d %d %d\n", extremes(-5), extremes(0), extremes(9), extremes(INT_MAX));
    printf("%d %d\n", jumps(12), jumps(5));
    printf("%d %d\n", narrow(255, 127), narrow(1, -1));
    printf("%d %d %d\n", color(GREEN), color(BLUE), color(RED));
    return 0;
}
