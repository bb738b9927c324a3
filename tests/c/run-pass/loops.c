// Loops of every kind, break and continue in each, empty bodies, loops without condition.
#include <stdio.h>

static int collatz(unsigned n) {
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}
static int primes(int limit) {
    int count = 0;
    for (int i = 2; i < limit; i++) {
        int prime = 1;
        for (int j = 2; j * j <= i; j++)
            if (i % j == 0) { prime = 0; break; }
        if (!prime) continue;
        count++;
    }
    return count;
}
static int digits(int n) {
    int d = 0;
    do {
        n /= 10;
        d++;
        if (d > 20) break;
        if (n == 5) continue;
    } while (n);
    return d;
}
static int forever(void) {
    int i = 0;
    for (;;) {
        if (++i % 7 == 0) break;
        while (1) { if (i) break; }
        do { i++; if (i & 1) continue; break; } while (0);
    }
    return i;
}
static int length(const char *s) { const char *p = s; for (; *p; ++p) ; return p - s; }
static unsigned gcd(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b; b = t; } return a; }

int main(void) {
    printf("%d %d %d\n", collatz(27), primes(100), digits(53210));
    printf("%d %d %u\n", forever(), length("length"), gcd(252, 105));
    int total = 0;
    for (int i = 0, j = 10; i != j; i++, j--) total += i * j;
    for (int i = 3; i--;) total = total * 2 + i;
    for (unsigned char c = 250; c > 10; c++) total++;
    printf("%d\n", total);
    int i = 5;
    while (i-- > 0) if (i == 3) continue; else if (i == 1) break;
    printf("%d\n", i);
    int matrix[3][3], n = 0;
    for (int r = 0; r < 3; r++) for (int c = 0; c < 3; c++) matrix[r][c] = n++;
    for (int r = 0; r < 3; r++) for (int c = 0; c < r; c++) {
        int t = matrix[r][c];
        matrix[r][c] = matrix[c][r];
        matrix[c][r] = t;
    }
    printf("%d %d\n", matrix[0][2], matrix[2][0]);
    return 0;
}
