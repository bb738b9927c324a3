// Statement expressions: values, scopes, records, jumps out of them, in conditions and loops.
#include <stdio.h>

struct pair { int a, b; };
#define MAX(x, y) ({ __typeof__(x) x_ = (x); __typeof__(y) y_ = (y); x_ > y_ ? x_ : y_; })
#define SWAP(x, y) do { __typeof__(x) t_ = (x); (x) = (y); (y) = t_; } while (0)

static int calls;
static int next(void) { return ++calls; }
static struct pair make(int a) { return ({ struct pair p = {a, a * 2}; p.b++; p; }); }

static int leave(int n) {
    for (int i = 0; i < 10; i++) {
        int k = ({ if (i == n) break; if (i % 2) continue; i * 10; });
        calls += k;
    }
    int r = 1 + ({ if (n > 5) return -1; n; });
    return r;
}

int main(void) {
    int m = MAX(next(), next() + 1);
    printf("%d %d\n", m, calls);
    int x = 3, y = 4;
    SWAP(x, y);
    printf("%d %d\n", x, y);
    struct pair p = make(5);
    printf("%d %d %d\n", p.a, p.b, ({ struct pair q = make(7); q; }).b);
    printf("%d\n", ({ int t = 0; for (int i = 0; i < 5; i++) t += i; t; }));
    int nested = ({ int a = ({ int b = 2; b * 3; }); a + ({ int a_ = a; a_ + 1; }); });
    printf("%d\n", nested);
    while (({ x--; x > 0; })) y += x;
    printf("%d %d\n", x, y);
    calls = 0;
    printf("%d", leave(4));
    int left = leave(8);
    printf(" %d %d\n", left, calls);
    ({ ; });
    char *s = ({ static char text[] = "static"; text; });
    printf("%s %d\n", s, ({ 1; 2; 3; }));
    return ({ 0; });
}
