// Variable-length arrays: several dimensions, sizeof, parameters, typedefs, pointers to them, scopes and jumps.
#include <stdio.h>

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}

static unsigned long total_size(int n) {
    char a[n + 1], b[n][n * 2];
    return sizeof a + sizeof b + sizeof b[0] + sizeof(int[n]);
}

static int loop(int rounds) {
    int sum = 0;
    for (int i = 1; i <= rounds; i++) {
        int a[i];
        for (int j = 0; j < i; j++) a[j] = j;
        if (i == 3) continue;
        sum += a[i - 1] + (int)sizeof a;
        if (i == 6) break;
    }
    return sum;
}

static int jump(int n) {
    int count = 0;
again:;
    int a[n];
    a[n - 1] = n;
    count += a[n - 1];
    n--;
    if (n > 0) goto again;
    return count;
}

static int once(int *calls, int n) { ++*calls; return n; }

int main(void) {
    int n = 3;
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = i * 10 + j;
    printf("%d %d\n", trace(n, m), (int)sizeof m);
    int (*row)[n] = m + 1;
    printf("%d %d %d\n", (*row)[2], row[1][0], (int)(row + 1 - m));
    int calls = 0;
    int a[once(&calls, 4)];
    printf("%d %d\n", (int)(sizeof a / sizeof a[0]), calls);
    printf("%d\n", (int)sizeof(int[once(&calls, 2)]));
    printf("%d\n", calls);
    typedef short vector[n];
    n = 10;
    vector v, w[2];
    printf("%d %d\n", (int)sizeof v, (int)sizeof w);
    w[1][2] = 7;
    short *last = &w[1][2];
    printf("%d %d\n", *last, (int)(last - &w[0][0]));
    printf("%lu %d %d\n", total_size(5), loop(9), jump(5));
    int cube[2][n][3];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 3; k++) cube[i][j][k] = i * 100 + j * 3 + k;
    int (*plane)[n][3] = &cube[1];
    printf("%d %d\n", (*plane)[9][2], cube[1][4][0]);
    return 0;
}
