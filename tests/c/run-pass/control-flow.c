// Loops, switch with fall-through and ranges, goto in and out of blocks, short circuits.
#include <stdio.h>
static int calls;
static int yes(int v) { calls++; return v; }
static const char *kind(int c) {
    switch (c) {
    case '0' ... '9': return "digit";
    case 'a' ... 'z':
    case 'A' ... 'Z': return "letter";
    case ' ': case '\t': return "space";
    default: return "other";
    }
}
static int duff(int n) {
    int count = 0, rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { count++;
    case 3: count++;
    case 2: count++;
    case 1: count++;
        } while (--rounds > 0);
    }
    return count;
}
int main(void) {
    for (const char *s = "a1 Z!"; *s; s++)
        printf("%c is a %s\n", *s, kind(*s));
    printf("%d %d %d\n", duff(1), duff(6), duff(8));
    printf("%d %d %d %d\n", yes(0) && yes(1), yes(1) || yes(0), yes(2) ?: 9, yes(0) ?: 9);
    printf("%d calls\n", calls);
    int i = 0;
again:
    if (i++ < 3) {
        if (i == 2)
            goto again;
        printf("turn %d\n", i);
        goto again;
    }
    for (int x = 0, y = 10; ; x++, y--) {
        if (x == 2)
            continue;
        if (x > y)
            break;
        printf("%d/%d ", x, y);
    }
    do printf("once\n"); while (0);
    int outer = 0;
    while (1) {
        while (1) {
            if (++outer == 5)
                goto out;
            if (outer % 2)
                break;
        }
    }
out:
    return outer;
}
