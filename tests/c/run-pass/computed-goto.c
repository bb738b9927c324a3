// Labels as values: tables in static storage, on the stack, arithmetic on label differences, local labels.
#include <stdio.h>

static int run(const char *code) {
    static const void *const ops[] = {&&halt, &&push, &&add, &&mul, &&dup};
    int stack[8], top = 0;
    const char *pc = code;
#define NEXT goto *ops[*pc++ - '0']
    NEXT;
push: {
    int v = *pc++ - '0';
    stack[top++] = v;
    NEXT;
}
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
mul: {
    int right = stack[--top];
    stack[top - 1] *= right;
    NEXT;
}
dup:
    stack[top] = stack[top - 1];
    top++;
    NEXT;
halt:
    return stack[top - 1];
}

static int count(int n) {
    void *where = n & 1 ? &&odd : &&even;
    int r = 0;
    goto *where;
odd:
    r += 1;
    where = &&done;
    goto *where;
even:
    r += 2;
    if (r < 10) goto *where;
done:
    return r;
}

#define SEARCH(array, n, wanted) ({ \
    __label__ found; int i_; \
    for (i_ = 0; i_ < (n); i_++) if ((array)[i_] == (wanted)) goto found; \
    i_ = -1; \
found: i_; })

int main(void) {
    printf("%d %d\n", run("1314213420"), run("194423" "0"));
    printf("%d %d\n", count(1), count(2));
    int a[] = {4, 8, 15, 16};
    printf("%d %d\n", SEARCH(a, 4, 15), SEARCH(a, 4, 5));
    return 0;
}
