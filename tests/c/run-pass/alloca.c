// alloca: storage that lives until the function returns.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int build(int n) {
    char *parts[8];
    for (int i = 0; i < n; i++) {
        parts[i] = alloca(i + 2);
        memset(parts[i], 'a' + i, i + 1);
        parts[i][i + 1] = 0;
    }
    int total = 0;
    for (int i = 0; i < n; i++) total += strlen(parts[i]) * parts[i][0];
    return total;
}

int main(void) {
    printf("%d %d\n", build(3), build(8));
    struct { int a, b; } *p = __builtin_alloca(sizeof *p * 2);
    p[1].b = 4;
    printf("%d\n", p[1].b);
    return 0;
}
