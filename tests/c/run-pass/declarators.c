// Declarators of every shape: pointers to arrays, functions returning pointers to functions, arrays of them.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }

static int (*choose(int which))(int, int) { return which ? add : sub; }
static int (*table[2])(int, int) = {sub, add};
static int (*(*chooser)(int))(int, int) = choose;
static int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int (*row_of(int i))[3] { return &rows[i]; }
static char *const names[] = {"zero", "one"};
static const char *(*const name_pointer)[2] = (const char *(*const)[2])&names;

static int sum(int count, int (*row)[3]) {
    int total = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < 3; j++)
            total += row[i][j];
    return total;
}

static int apply(int f(int, int), int a, int b) { return (*f)(a, b) + (**f)(b, a); }

int main(void) {
    int (*p)[3] = rows;
    int *q[3] = {rows[0], rows[1], &rows[1][2]};
    int **r = q + 1;
    int ***s = &r;
    printf("%d %d\n", choose(1)(3, 4), choose(0)(3, 4));
    printf("%d %d\n", table[0](9, 2), (*table[1])(9, 2));
    printf("%d\n", (*chooser)(1)(20, 22));
    printf("%d %d %d\n", (*row_of(1))[2], row_of(0)[1][0], (*p)[1]);
    printf("%d %d %d %d\n", *q[0], q[1][1], **r, ***s);
    printf("%d\n", *(*s)[1]);
    printf("%s %s\n", (*name_pointer)[0], names[1]);
    printf("%d %d\n", sum(2, rows), apply(sub, 5, 3));
    printf("%d\n", (int)(sizeof(int(*)[3]) == sizeof(void *)) + (int)(sizeof *p / sizeof(int)));
    return 0;
}
