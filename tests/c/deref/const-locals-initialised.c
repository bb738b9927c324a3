// Constants in memory are initialised in all ways there are, again and again, and never written to afterwards.
//@ data-model: lp64 ilp32
#include <string.h>
struct pair { int a, b; };
struct bits { unsigned low : 3, high : 5; const int fixed; int free; };
static struct pair make(int n) { struct pair p = { n, n + 1 }; return p; }
static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static int old(n, c) const int n; const char c; { const int *p = &n; const char *q = &c; return *p + *q; }
static int first(const struct pair p) { const struct pair *q = &p; return q->a; }
int main(void) { //~ SAFE
    int total = 0;
    for (int i = 0; i < 3; i++) {
        const int squares[4] = { i * i, [2] = i + 1 };
        const struct pair made = make(i), zero = { 0 }, chosen = i ? made : zero;
        const struct bits bits = { 1, 2, i, 4 };
        const char text[16] = "constant";
        const int *p = &(const int){ i };
        total += sum(squares, 4) + made.b + chosen.a + bits.high + bits.fixed + (int)strlen(text) + *p;
        total += sum((const int[]){ 1, i, 3 }, 3) + first(made) + old(i, 'a');
    }
    int round = 0;
again:;
    const int here = round * 2;
    const int *at = &here;
    total += *at;
    if (++round < 3)
        goto again;
    struct bits member = { 1, 1, 1, 1 };
    int *free = &member.free;
    *free = 2;
    int plain = 1;
    const int *view = &plain;
    *(int *)view = 2;
    return total == 0 || plain != 2 || member.free != 2;
}
