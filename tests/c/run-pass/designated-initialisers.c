// Designators with ranges, nesting, overriding, brace elision, and the mixture of all of them.
#include <stdio.h>

struct point { int x, y; };
struct shape {
    char name[8];
    struct point corners[4];
    union { int radius; float ratio; } u;
    int *link;
};

static int target = 11;
static int ranges[12] = {[0 ... 3] = 1, [6 ... 9] = 2, [8] = 5, 6, [2] = 9};
static struct shape shapes[] = {
    [2] = {"last", {{1, 2}, [2] = {.y = 7}, {8, 9}}, {.ratio = 0.5f}, &target},
    [0] = {.name = "first", .corners[1].x = 3, .corners[1].y = 4, .u.radius = 6},
    [0].corners[3] = {5, 6},
};
static int elided[2][3] = {1, 2, 3, 4, 5};
static struct { int a; struct { int b, c; } d; int e; } partly = {1, 2, 3, 4};
static const char *const words[] = {[1] = "one", [3] = "three", "four"};
static char letters[] = {[5] = 'f', [0] = 'a'};

static void show(const struct shape *s) {
    printf("%s:", s->name);
    for (int i = 0; i < 4; i++) printf(" (%d,%d)", s->corners[i].x, s->corners[i].y);
    printf(" %d %d\n", s->u.radius, s->link ? *s->link : -1);
}

int main(void) {
    for (int i = 0; i < 12; i++) printf("%d ", ranges[i]);
    printf("\n%d\n", (int)(sizeof shapes / sizeof *shapes));
    for (int i = 0; i < 3; i++) show(&shapes[i]);
    printf("%d %d %d\n", elided[1][0], elided[1][1], elided[1][2]);
    printf("%d %d %d %d\n", partly.a, partly.d.b, partly.d.c, partly.e);
    for (int i = 0; i < 5; i++) printf("%s ", words[i] ? words[i] : "-");
    printf("%d\n", (int)sizeof letters);
    int n = 4;
    struct shape local = {.corners = {[1 ... 2] = {n, n + 1}, [3] = {n * n}, [3].y = n}, .name = "local", .link = &n};
    show(&local);
    int automatic[6] = {n, [4] = n * 2, [1 ... 2] = n - 1};
    for (int i = 0; i < 6; i++) printf("%d ", automatic[i]);
    struct point zero = {}, one = {1};
    printf("%d %d %d\n", zero.x + zero.y, one.x, one.y);
    struct shape copied = {.corners = {{1, 1}, zero, one}, .u = {7}};
    show(&copied);
    char text[4] = "abcd", longer[10] = "xy";
    printf("%.4s %s %d\n", text, longer, longer[9]);
    return 0;
}
