// Static locals, tentative definitions, address constants, zero initialisation, extern in blocks.
#include <stdio.h>

int tentative;
int tentative;
static int forward;
extern int defined_later;
int array_later[];
static const int limit = 10;
static int *addresses[] = {&forward, &tentative, &defined_later, 0};
static struct { int a; char *text; int (*f)(int); } record = {1, "text" + 1, 0};
static char buffer[3][4] = {"abc", "de"};
static char *const inside = &buffer[1][1];

static int counter(int step) {
    static int count = 100, calls;
    static int history[3] = {1, 2};
    calls++;
    count += step;
    history[calls % 3] += count;
    return count * 10 + calls + history[2];
}
static int other(void) { static int count; return ++count; }
static int twice(int x) { return x * 2; }
static int recursive(int n) { static int depth; depth++; return n ? recursive(n - 1) : depth; }

int main(void) {
    extern int hidden;
    printf("%d %d %d %d\n", tentative, forward, defined_later, hidden);
    for (int i = 0; addresses[i]; i++) *addresses[i] += i + 1;
    printf("%d %d %d\n", tentative, forward, defined_later);
    printf("%d ", counter(1));
    printf("%d ", counter(2));
    printf("%d\n", counter(3));
    printf("%d", other());
    printf(" %d %d\n", other(), recursive(4));
    record.f = twice;
    printf("%s %d %c\n", record.text, record.f(limit), *inside);
    array_later[1] = 6;
    printf("%d %d\n", array_later[0] + array_later[1], buffer[2][3]);
    { static int tentative = 77; printf("%d", tentative++); }
    { int tentative = 5; { extern int tentative; printf(" %d\n", tentative); } (void)tentative; }
    return 0;
}

static int forward = 3;
int defined_later = 20;
int hidden = -1;
int array_later[2];
