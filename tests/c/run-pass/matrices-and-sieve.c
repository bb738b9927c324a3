// Arrays: multi-dimensional, decay, sizeof, partial initialisers, strings in arrays.
#include <stdio.h>
#include <string.h>

#define N 4
typedef double matrix[N][N];

static void multiply(matrix out, matrix a, matrix b) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++) out[i][j] += a[i][k] * b[k][j];
        }
}
static int sieve(int limit) {
    static unsigned char composite[1000];
    int count = 0;
    for (int i = 2; i < limit; i++) {
        if (composite[i]) continue;
        count++;
        for (int j = 2 * i; j < limit; j += i) composite[j] = 1;
    }
    return count;
}
static char board[3][4] = {"x.o", ".x.", "o.x"};
static int lines(char c) {
    int n = 0;
    for (int i = 0; i < 3; i++) {
        n += board[i][0] == c && board[i][1] == c && board[i][2] == c;
        n += board[0][i] == c && board[1][i] == c && board[2][i] == c;
    }
    return n + (board[0][0] == c && board[1][1] == c && board[2][2] == c);
}
static unsigned sum3(int a[2][3][4]) {
    unsigned s = 0;
    for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 4; k++) s = s * 3 + a[i][j][k];
    return s;
}

int main(void) {
    matrix a = {{1, 2}, {3, 4}, [3] = {0, 0, 0, 1}}, b = {{0, 1}, {1}, {0}, {1, 1, 1, 1}}, c;
    multiply(c, a, b);
    printf("%.0f %.0f %.0f %.0f\n", c[0][0], c[0][1], c[1][0], c[3][3]);
    printf("%d %d %d\n", sieve(1000), lines('x'), lines('o'));
    int deep[2][3][4] = {{{1}, {2, 3}}, {{[3] = 9}}};
    printf("%u %d\n", sum3(deep), (int)(sizeof deep / sizeof deep[0]));
    int copy[2][3][4];
    memcpy(copy, deep, sizeof copy);
    copy[1][2][3] = 5;
    printf("%u %d\n", sum3(copy), (int)(&copy[1][0][0] - &copy[0][0][0]));
    const char *names[] = {"alpha", "beta", "gamma"};
    char joined[20] = "";
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) strcat(joined, names[i] + i);
    printf("%s\n", joined);
    return 0;
}
