//! Programs over arrays whose size and indices are inputs with few values.

use super::Program;
use crate::mutate::Random;

/// Pieces of `main`, each right for an array `a` of `n` numbers between 0 and 9, where `n` is at least 1. Each stands in a block of
/// its own.
const PIECES: &[&str] = &[
    "int k = input(-1, 9);
        if (k >= 0 && k < n)
            a[k] = 3;",
    "for (int i = 0; i + 1 < n; i++)
            a[i] = a[i + 1];",
    "for (int i = n - 1; i > 0; i--)
            a[i] = a[i - 1];",
    "int low = 0;
        int high = n - 1;
        while (low < high) {
            int held = a[low];
            a[low] = a[high];
            a[high] = held;
            low = low + 1;
            high = high - 1;
        }",
    "int *b = malloc(n * sizeof *b);
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i];
        if (b[0] != a[n - 1])
            reach_error();
        free(b);",
    "int best = a[0];
        for (int i = 1; i < n; i++) {
            if (a[i] > best)
                best = a[i];
        }
        if (best < a[n / 2])
            reach_error();",
    "int counts[10];
        for (int i = 0; i < 10; i++)
            counts[i] = 0;
        for (int i = 0; i < n; i++)
            counts[a[i]] = counts[a[i]] + 1;
        int sum = 0;
        for (int i = 0; i < 10; i++)
            sum = sum + counts[i];
        if (sum != n)
            reach_error();",
    "for (int i = 1; i < n; i++) {
            int held = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > held) {
                a[j] = a[j - 1];
                j = j - 1;
            }
            a[j] = held;
        }
        for (int i = 1; i < n; i++) {
            if (a[i - 1] > a[i])
                reach_error();
        }",
    "int low = 0;
        int high = n;
        int wanted = input(0, 3);
        while (low < high) {
            int middle = (low + high) / 2;
            if (a[middle] < wanted)
                low = middle + 1;
            else
                high = middle;
        }
        if (low > n)
            reach_error();",
    "int half = n / 2;
        int *b = calloc(half + 1, sizeof *b);
        for (int i = 0; i < half; i++)
            b[i] = a[2 * i];
        if (b[half] != 0)
            reach_error();
        free(b);",
    "int *b = malloc(2 * n * sizeof *b);
        for (int i = 0; i < n; i++) {
            b[2 * i] = a[i];
            b[2 * i + 1] = i;
        }
        int k = input(0, 3);
        if (k < n && b[2 * k + 1] != k)
            reach_error();
        free(b);",
    "int w = input(1, 3);
        for (int i = 0; i + w <= n; i++) {
            int sum = 0;
            for (int j = 0; j < w; j++)
                sum = sum + a[i + j];
            if (sum > 9 * w)
                reach_error();
        }",
    "int *b = malloc(n * sizeof *b);
        memcpy(b, a, n * sizeof *b);
        int k = input(0, 9);
        if (k < n)
            memmove(b, b + k, (n - k) * sizeof *b);
        if (k < n && b[0] != a[k])
            reach_error();
        free(b);",
    "int m = input(1, 3);
        int *grid = calloc(n * m, sizeof *grid);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
                grid[i * m + j] = i + j;
        }
        if (grid[n * m - 1] != n + m - 2)
            reach_error();
        free(grid);",
    "int *b = 0;
        int room = 0;
        int used = 0;
        for (int i = 0; i < n; i++) {
            if (used == room) {
                room = room ? 2 * room : 1;
                b = realloc(b, room * sizeof *b);
            }
            b[used] = a[i];
            used = used + 1;
        }
        if (b[used - 1] != a[n - 1])
            reach_error();
        free(b);",
    "unsigned char k = (unsigned char)input(0, 255);
        int mask = 3;
        int table[4] = {1, 2, 4, 8};
        if (table[k & mask] != 1 << (k & mask))
            reach_error();",
    "int ring[4] = {0, 0, 0, 0};
        int at = 0;
        for (int i = 0; i < n; i++) {
            ring[at] = a[i];
            at = (at + 1) % 4;
        }
        if (at != n % 4)
            reach_error();",
    "int *p = a;
        int *end = a + n;
        int count = 0;
        while (p != end) {
            count = count + 1;
            p = p + 1;
        }
        if (count != n)
            reach_error();",
    "struct pair {
            int key;
            int value;
        } pairs[8];
        int used = 0;
        for (int i = 0; i < n && used < 8; i++) {
            pairs[used].key = i;
            pairs[used].value = a[i];
            used = used + 1;
        }
        if (pairs[used - 1].key != used - 1)
            reach_error();",
    "int step = input(1, 4);
        int seen = 0;
        for (int i = 0; i < n; i = i + step)
            seen = seen + 1;
        if (seen != (n + step - 1) / step)
            reach_error();",
    "unsigned long size = n;
        for (unsigned long i = size; i-- > 0;)
            a[i] = (int)(i % 10);
        if (a[0] != 0)
            reach_error();",
    "short s = (short)input(-3, 3);
        int index = s < 0 ? -s : s;
        if (index < n)
            a[index] = 9;",
    "int *last = a + (n - 1);
        int *first = a;
        if (last - first + 1 != n)
            reach_error();
        if (first <= last)
            *last = *first;",
    "char bytes[16];
        memset(bytes, 1, sizeof bytes);
        int k = input(0, 20);
        int sum = 0;
        for (int i = 0; i < k && i < 16; i++)
            sum = sum + bytes[i];
        if (sum != (k < 16 ? k : 16))
            reach_error();",
];

/// A program that is right, before anybody changes it.
pub(super) fn generate(random: &mut Random) -> Program {
    let most = [1, 3, 6, 9][random.below(4)];
    let mut text = format!("int @main(void) {{\n    int n = input(1, {most});\n");
    let owned = match random.below(4) {
        0 => {
            text.push_str(&format!("    int a[{most}];\n"));
            false
        }
        1 => {
            text.push_str("    int a[n];\n");
            false
        }
        2 => {
            text.push_str("    int *a = calloc(n, sizeof *a);\n");
            true
        }
        _ => {
            text.push_str("    int *a = malloc(n * sizeof *a);\n");
            true
        }
    };
    let value = ["i % 10", "0", "9 - i % 10", "i & 1"][random.below(4)];
    text.push_str(&format!("    for (int i = 0; i < n; i++)\n        a[i] = {value};\n"));
    for _ in 0..=random.below(3) {
        text.push_str(&format!("    {{\n        {}\n    }}\n", PIECES[random.below(PIECES.len())]));
    }
    if owned {
        text.push_str("    free(a);\n");
    }
    text.push_str("    return 0;\n}\n");
    Program::new(text, String::new())
}
