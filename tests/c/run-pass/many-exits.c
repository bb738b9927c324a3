// Many ways out of the same scopes: returns, breaks, continues and jumps, with values, structures, arrays and cleanups.
#include <stdio.h>

static int balance;
static void done(int *p) { balance += *p; }
#define GUARD __attribute__((cleanup(done)))

static int returns(int n) {
    int a = n * 2, b = n + 1;
    {
        int c = a + b;
        if (n == 0) return a;
        if (n == 1) return b;
        if (n == 2) return c;
        if (n == 3) return a + b + c;
        if (n == 4) return 4;
        if (n == 5) { int d = c; return d; }
        if (n == 6) { int d = c + 1; if (d) return d; }
        if (n == 7) return a - 1;
        if (n == 8) return b - 1;
        if (n == 9) return c - 1;
        if (n == 10) return n;
        if (n == 11) { int *p = &c; return *p + 100; }
        if (n == 12) return (a, b, c);
        c++;
    }
    if (n == 13) return a * b;
    return -1;
}

struct triple { int x, y, z; };
static struct triple triples(int n) {
    struct triple t = {n, n, n}, *p = &t;
    int guard GUARD = 1;
    if (n == 0) return t;
    t.x++;
    if (n == 1) return t;
    t.y++;
    if (n == 2) return *p;
    if (n == 3) return (struct triple){3, 3, 3};
    if (n == 4) { struct triple u = {4}; return u; }
    if (n == 5) return t;
    if (n == 6) return *p;
    if (n == 7) return n ? t : *p;
    if (n == 8) return t;
    if (n == 9) return triples(n - 8);
    if (n == 10) { struct triple a[n]; a[9] = t; return a[9]; }
    if (n == 11) return t;
    return *p;
}

static void nothing(int n) {
    int guard GUARD = n;
    if (n == 0) return;
    if (n == 1) return;
    if (n == 2) return;
    { int inner GUARD = 10 * n; if (n == 3) return; if (n == 4) return; if (n == 5) return; if (n == 6) return; }
    if (n == 7) return;
    if (n == 8) return;
    if (n == 9) return;
    guard = 1000;
}

static int jumps(int rounds) {
    int total = 0;
    for (int i = 0; i < rounds; i++) {
        int x = i, y[2] = {i, i + 1};
        int g GUARD = 1;
        int v[i + 1];
        v[i] = i;
        if (i % 29 == 1) continue;
        if (i % 29 == 2) { total += x; continue; }
        if (i % 29 == 3) { int z = y[1]; total += z; continue; }
        if (i % 29 == 4) continue;
        if (i % 29 == 5) continue;
        if (i % 29 == 6) { total -= v[i]; continue; }
        if (i % 29 == 7) continue;
        if (i % 29 == 8) continue;
        if (i % 29 == 9) continue;
        if (i % 29 == 10) { total++; continue; }
        if (i == 70) break;
        if (i == 71) break;
        if (i == 72) break;
        if (i == 80) goto out;
        if (i == 81) goto out;
        if (i == 82) goto after;
        if (i == 83) { int w = 1; if (w) goto out; }
        if (i == 84) goto after;
        if (i == 90) return -1;
        total += y[0] & 1;
    after:
        total += 2;
    }
    return total;
out:
    return total + 1000;
}

static int early(int limit, int how) {
    int sum = 0;
    for (int i = 0;; i++) {
        int a = i;
        for (int j = 0;; j++) {
            int b = j;
            if (how == 1 && b == 1) break;
            if (how == 2 && b == 2) break;
            if (how == 3 && b == 3) break;
            if (how == 4 && b == 4) break;
            if (how == 5 && b == 5) break;
            if (how == 6 && b == 6) break;
            if (how == 7 && b == 7) break;
            if (how == 8 && b == 8) break;
            if (how == 9 && b == 9) break;
            if (how == 10 && b == 10) break;
            if (how == 11 && b == 11) goto next;
            if (how == 12 && b == 12) goto done;
            sum += b;
        }
        sum += 1000;
    next:
        if (a == limit) break;
    }
done:
    return sum;
}

int main(void) {
    for (int i = 0; i < 15; i++) printf("%d ", returns(i));
    printf("\n");
    for (int i = 0; i < 13; i++) {
        struct triple t = triples(i);
        printf("%d%d%d ", t.x, t.y, t.z);
    }
    printf("%d\n", balance);
    for (int i = 0; i < 11; i++) nothing(i);
    printf("%d\n", balance);
    printf("%d %d %d\n", jumps(20), jumps(60), jumps(100));
    printf("%d\n", balance);
    for (int how = 1; how < 13; how++) printf("%d ", early(3, how));
    printf("\n");
    return 0;
}
