// The cleanup attribute: order, and every way out of a scope.
#include <stdio.h>

static void say(int *p) { printf("(%d)", *p); }
static void say_text(const char **p) { printf("[%s]", *p); }
#define CLEANUP __attribute__((cleanup(say)))

static int by_return(int n) {
    int a CLEANUP = 1;
    {
        int b CLEANUP = 2;
        if (n == 0) return a + b;
        a = 10;
    }
    int c CLEANUP = 3;
    return a++ + c++;
}

static void by_jumps(void) {
    for (int i = 0; i < 4; i++) {
        int a CLEANUP = i;
        if (i == 1) continue;
        { int b CLEANUP = 10 * i; if (i == 2) break; }
        printf(".");
    }
    int tries = 0;
again: {
        int d CLEANUP = 100 + tries;
        if (++tries < 3) goto again;
        if (tries == 3) goto out;
        printf("never");
    }
out:
    printf("out\n");
}

static int in_expression(void) {
    const char *outer __attribute__((cleanup(say_text))) = "outer";
    int v = ({ const char *inner __attribute__((cleanup(say_text))) = "inner"; inner[1] - 'a'; });
    switch (v) {
    case 13: {
        int a CLEANUP = 5;
        break;
    }
    default:
        return 1;
    }
    return v;
}

struct big { int v[4]; };
static void clear(struct big *b) { b->v[0] = -1; }
static struct big changed(void) {
    struct big b __attribute__((cleanup(clear))) = {{7}};
    return b;
}

int main(void) {
    printf(" %d\n", by_return(0));
    printf(" %d\n", by_return(1));
    by_jumps();
    printf(" %d\n", in_expression());
    printf(" %d\n", changed().v[0]);
    return 0;
}
