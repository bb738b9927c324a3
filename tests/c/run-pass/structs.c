// Structures by value: arguments, results, nested, unions, self references, anonymous members.
#include <stdio.h>
struct vec { double x, y, z; };
struct small { char c; short s; };
struct big { int data[20]; struct small small; };
struct tree { int key; struct tree *left, *right; };
struct tagged { int tag; union { int i; double d; struct { char a, b; }; }; };
static struct vec scale(struct vec v, double k) { v.x *= k; v.y *= k; v.z *= k; return v; }
static struct big fill(int n) { struct big b; for (int i = 0; i < 20; i++) b.data[i] = n + i; b.small = (struct small){ 'q', (short)-n }; return b; }
static int total(struct big b) { int s = 0; for (int i = 0; i < 20; i++) s += b.data[i]; return s + b.small.s; }
static int depth(const struct tree *t) { if (!t) return 0; int l = depth(t->left), r = depth(t->right); return 1 + (l > r ? l : r); }
static struct small pick(int i) { static const struct small table[] = { { 'a', 1 }, { 'b', 2 } }; return table[i]; }
int main(void) {
    struct vec v = scale((struct vec){ 1, 2, 3 }, 2);
    printf("%g %g %g %g\n", v.x, v.y, v.z, scale(v, 0.5).z);
    struct big b = fill(3), c = b;
    c.data[0] = 100;
    printf("%d %d %c\n", total(b), total(c), fill(9).small.c);
    struct tree n[4] = { { 1, &n[1], &n[2] }, { 2, 0, &n[3] }, { 3 }, { 4 } };
    printf("%d %c %d\n", depth(n), pick(1).c, pick(0).s);
    struct tagged t = { .tag = 1, .d = 2.5 };
    printf("%g ", t.d);
    t.a = 'A'; t.b = 'B';
    printf("%c%c %d\n", t.a, t.b, (t.i & 0xff) == 'A');
    struct { struct vec v[2]; } w = { { { 1 }, { 2, 3, 4 } } }, x;
    x = w;
    x.v[1].y = 9;
    printf("%g %g\n", w.v[1].y, (x = w, x.v[1].y));
    return total(b) & 0x7f;
}
