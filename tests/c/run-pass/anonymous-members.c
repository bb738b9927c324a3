// Members of anonymous structures and unions are members of what is around them.
#include <stdio.h>

struct value {
    int kind;
    union {
        int number;
        struct { short low, high; };
        struct { unsigned char byte[4]; } bytes;
        double real;
    };
    struct { int line; struct { int column; }; };
};

static struct value global = {1, {.number = 0x00020001}, {7, {8}}};
static int *into = &global.column;

static int total(struct value *v) { return v->kind + v->low + v->high + v->line + v->column; }

int main(void) {
    printf("%d %d %d\n", global.low, global.high, total(&global));
    *into = 80;
    struct value v = {.kind = 2, .real = 1.5, .line = 3, .column = 4};
    printf("%.1f %d\n", v.real, v.column);
    v.number = -1;
    printf("%d %d %d\n", v.low, v.high, v.bytes.byte[3]);
    v.bytes.byte[0] = 1;
    printf("%x\n", (unsigned)v.number);
    v = global;
    printf("%d\n", total(&v));
    return v.kind;
}
