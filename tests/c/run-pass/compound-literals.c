// Compound literals: static and automatic, as lvalues, arrays, arguments, in loops.
#include <stdio.h>

struct pair { int a, b; };
static struct pair *fixed = &(struct pair){3, 4};
static int *numbers = (int[]){1, 2, 3, [5] = 6};

static int sum(struct pair p) { return p.a + p.b; }
static int sum_of(const struct pair *p) { return p->a * p->b; }
static int total(const int *p, int n) {
    int t = 0;
    while (n--) t += *p++;
    return t;
}

int main(void) {
    printf("%d %d\n", sum(*fixed), total(numbers, 6));
    fixed->a = 10;
    printf("%d\n", sum(*fixed));
    printf("%d %d\n", sum((struct pair){5, 6}), sum_of(&(struct pair){.b = 7, .a = 6}));
    int *p = &(int){42};
    *p += 1;
    printf("%d %d\n", *p, (int){7});
    printf("%d\n", total((int[4]){1, 2, *p}, 4));
    struct pair q = {1, 2};
    q = (struct pair){q.b, q.a};
    printf("%d %d\n", q.a, q.b);
    int collected = 0;
    for (int i = 0; i < 4; i++) {
        struct pair *r = &(struct pair){i, i * i};
        r->a++;
        collected = collected * 10 + sum(*r);
    }
    printf("%d\n", collected);
    char *s = (char[]){"mutable"};
    s[0] = 'M';
    printf("%s %d\n", s, (int)sizeof((char[]){"mutable"}));
    (struct pair){1, 2}.a;
    ((struct pair){1, 2}).b = 3;
    const struct pair *chosen = q.a > 1 ? &(struct pair){8, 9} : &(struct pair){1, 1};
    printf("%d\n", chosen->b);
    return 0;
}
