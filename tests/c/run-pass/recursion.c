// Recursion: direct, mutual, through pointers, with arrays on the stack.
#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
static int is_odd(unsigned n) { return n != 0 && is_even(n - 1); }
static unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static void hanoi(int n, char a, char b, char c, int *moves) {
    if (n == 0) return;
    hanoi(n - 1, a, c, b, moves);
    ++*moves;
    hanoi(n - 1, c, b, a, moves);
}
static int queens(int row, int *cols, int n) {
    if (row == n) return 1;
    int found = 0;
    for (int c = 0; c < n; c++) {
        int ok = 1;
        for (int r = 0; r < row && ok; r++) {
            int d = cols[r] - c;
            if (d == 0 || d == row - r || d == r - row) ok = 0;
        }
        if (ok) { cols[row] = c; found += queens(row + 1, cols, n); }
    }
    return found;
}
static void sort(int *a, int lo, int hi) {
    if (lo >= hi) return;
    int pivot = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
    }
    sort(a, lo, j);
    sort(a, i, hi);
}
static int sum_path(int depth, int *parent) {
    int local[2] = {depth, parent ? parent[0] + parent[1] : 0};
    return depth == 5 ? local[1] : sum_path(depth + 1, local);
}

int main(void) {
    int moves = 0, cols[6], a[] = {9, -3, 5, 0, 5, 12, -8, 1};
    hanoi(6, 'a', 'b', 'c', &moves);
    sort(a, 0, 7);
    printf("%d %d %u\n", is_even(10), is_odd(7), ackermann(2, 3));
    printf("%d %d\n", moves, queens(0, cols, 6));
    for (int i = 0; i < 8; i++) printf("%d ", a[i]);
    printf("%d\n", sum_path(0, 0));
    return 0;
}
