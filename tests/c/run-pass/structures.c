// Structures: assignment, passing and returning by value, members of results, self-assignment, nesting, arrays in them.
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct line { struct point from, to; char name[5]; };
struct big { int values[20]; struct line line; };
struct empty {};

static struct point make(int x, int y) { struct point p = {x, y}; return p; }
static struct point plus(struct point a, struct point b) { a.x += b.x; a.y += b.y; return a; }
static struct line line(struct point a, struct point b, const char *name) {
    struct line l = {.from = a, .to = b};
    strncpy(l.name, name, sizeof l.name);
    return l;
}
static struct big change(struct big b) { b.values[3] = 99; b.line.to.y *= 2; return b; }
static int length(const struct line *l) { return l->to.x - l->from.x + l->to.y - l->from.y; }
static struct point global = {7, 8};
static struct point swap_global(void) { struct point old = global; global = make(old.y, old.x); return old; }
static struct point *find(struct point *p, int n, int x) { for (; n--; p++) if (p->x == x) return p; return 0; }
static struct empty nothing(struct empty e) { return e; }

int main(void) {
    struct point a = make(1, 2), b = plus(a, make(10, 20)), c;
    c = b;
    c = c;
    b.x = 0;
    printf("%d %d %d %d\n", a.x, b.x, c.x, c.y);
    printf("%d %d\n", make(3, 4).y, plus(plus(a, c), make(1, 1)).x);
    struct line l = line(a, c, "abcdefg");
    struct line copy = l, *p = &copy;
    p->from = p->to;
    p->to = make(100, 200);
    printf("%d %d %.5s\n", length(&l), length(p), copy.name);
    struct big big = {{0}, l}, changed = change(big);
    printf("%d %d %d %d\n", big.values[3], changed.values[3], big.line.to.y, changed.line.to.y);
    big = change(big);
    printf("%d %d\n", big.values[3], change(big).line.name[1]);
    global = swap_global();
    printf("%d %d\n", global.x, global.y);
    struct point points[4] = {{1, 1}, {2, 4}, {3, 9}};
    points[3] = points[1];
    *find(points, 4, 3) = (struct point){33, 34};
    printf("%d %d %d\n", points[2].x, points[3].y, find(points, 4, 7) == 0);
    int i = 0;
    points[i++] = points[2];
    printf("%d %d\n", points[0].y, i);
    struct point chosen = i ? a : b;
    (i ? &a : &b)->x = 55;
    printf("%d %d\n", chosen.x, a.x);
    struct point chain1, chain2;
    chain1 = chain2 = make(6, 7);
    printf("%d\n", (chain1 = chain2).x);
    printf("%d\n", (chain2.x++, chain1).y);
    struct empty e;
    e = nothing(e);
    printf("%d %d\n", (int)sizeof(struct big), (int)sizeof e);
    return memcmp(&chain1, &(struct point){6, 7}, sizeof chain1) ? 1 : 0;
}
