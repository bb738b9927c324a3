// Designated, nested, overridden and ranged initialisers; compound literals; strings.
#include <stdio.h>
struct point { int x, y; };
struct shape { const char *name; struct point corners[3]; union { int i; char c[4]; }; };
static struct shape shapes[] = {
    { "first", { { 1, 2 }, { .y = 4 }, 5, 6 }, .i = 0x41424344 },
    [2] = { .corners = { [1] = { 7, 8 } }, .name = "third", .c = "xyz" },
};
static int ranges[] = { [2 ... 4] = 7, [3] = 1, 9, [0] = 5 };
static char text[8] = "abc", exact[3] = "xyz", *pointers[] = { text, &text[1], "lit" };
static int *self = &ranges[4];
static int sum(const int *v, int n) { int s = 0; while (n--) s += *v++; return s; }
int main(void) {
    printf("%zu %zu\n", sizeof shapes / sizeof *shapes, sizeof ranges / sizeof *ranges);
    for (unsigned i = 0; i < 3; i++) {
        struct shape *s = &shapes[i];
        printf("%s:", s->name ? s->name : "-");
        for (int k = 0; k < 3; k++)
            printf(" (%d,%d)", s->corners[k].x, s->corners[k].y);
        printf(" %x\n", s->i);
    }
    for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++)
        printf("%d ", ranges[i]);
    printf("%d %s %s %s %.3s\n", *self, pointers[0], pointers[1], pointers[2], exact);
    int local[5] = { 1, 2 }, n = 3;
    struct point p = { n, n * 2 }, q = p;
    q.x++;
    printf("%d %d %d %d %d\n", local[1], local[4], p.x, q.x, q.y);
    printf("%d\n", sum((int[]){ n, n + 1, n + 2 }, 3));
    struct point *lit = &(struct point){ .y = 3 };
    lit->x += 2;
    char grid[2][4] = { "ab", { 'c', 'd' } };
    printf("%d %d %s %c\n", lit->x, lit->y, grid[0], grid[1][1]);
    return sum((const int[]){ [3] = 40, [0] = 2 }, 4);
}
