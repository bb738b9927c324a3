// Functions as values: in structures and tables, compared, converted, called through every spelling.
#include <stdio.h>
#include <stdlib.h>

typedef int operation(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static struct vtable { const char *name; operation *call; void (*log)(const char *); } ops[2];
static void log_it(const char *s) { printf("<%s>", s); }
static int fold(operation *f, int start, const int *p, int n) { for (int i = 0; i < n; i++) start = f(start, p[i]); return start; }
static operation *pick(char c) { return c == '+' ? add : c == '*' ? &mul : NULL; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int down(const void *a, const void *b) { return compare(b, a); }
static int call_any(void *f, int a) { return ((int (*)(int, int))f)(a, a); }
struct counter { int n; int (*step)(struct counter *); };
static int step(struct counter *c) { return ++c->n; }

int main(void) {
    ops[0] = (struct vtable){"add", add, log_it};
    ops[1] = (struct vtable){"mul", *mul, &log_it};
    int v[] = {3, 1, 4, 1, 5};
    for (int i = 0; i < 2; i++) {
        ops[i].log(ops[i].name);
        printf("%d\n", fold(ops[i].call, i, v, 5));
    }
    printf("%d %d %d\n", pick('+')(2, 3), (*pick('*'))(2, 3), pick('-') == 0);
    printf("%d %d\n", add == pick('+'), ops[0].call != ops[1].call);
    qsort(v, 5, sizeof *v, compare);
    for (int i = 0; i < 5; i++) printf("%d ", v[i]);
    qsort(v, 5, sizeof *v, down);
    int key = 4;
    printf("%d %d\n", v[0], bsearch(&key, v, 5, sizeof *v, down) == &v[1]);
    printf("%d\n", call_any((void *)mul, 9));
    struct counter c = {5, step};
    c.step(&c);
    printf("%d %d\n", (&c)->step(&c), (***add)(1, 1));
    operation *table[] = {add, mul}, **t = table;
    int sum = (*t++)(4, 5);
    printf("%d %d\n", sum, t[0](4, 5));
    return 0;
}
