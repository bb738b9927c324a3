// Pointer arithmetic: signed and unsigned indices, negative offsets, differences, comparisons, void pointers, casts.
#include <stdint.h>
#include <stdio.h>

struct odd { char bytes[7]; };
static int numbers[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
static struct odd odds[4];
static int *const middle = numbers + 5;
static char *last_byte = (char *)&numbers[9] + 3;

static int back(const int *p, unsigned n) { return *(p - n); }
static int at(const int *p, signed char i) { return p[i]; }
static int at_unsigned(const int *p, unsigned short i) { return i[p]; }

int main(void) {
    unsigned u = 3;
    int i = -2;
    long l = 4;
    unsigned long long ll = 2;
    printf("%d %d %d %d\n", middle[u], middle[i], *(l + middle), middle[ll]);
    printf("%d %d %d\n", back(middle, 2), at(middle, -5), at_unsigned(numbers, 7));
    int *p = &numbers[2], *q = &numbers[8];
    printf("%d %d %d\n", (int)(q - p), (int)(p - q), (int)((char *)q - (char *)p));
    printf("%d %d %d %d\n", p < q, p >= q, p + 6 == q, p != q);
    printf("%d %d\n", (int)(&odds[3] - odds), (int)((char *)(odds + 2) - odds[0].bytes));
    void *v = numbers;
    v += 8;
    printf("%d %d\n", *(int *)v, (int)(v - (void *)numbers));
    p++;
    --q;
    int a = *p++, b = *++p, c = *q--, d = (*q)--;
    printf("%d %d %d %d %d\n", a, b, c, d, *q);
    p += 2;
    p -= u;
    printf("%d %d\n", *p, (int)(p - numbers));
    printf("%d\n", (int)(last_byte - (char *)numbers));
    uintptr_t address = (uintptr_t)&numbers[6];
    int *again = (int *)(address - sizeof(int));
    printf("%d %d\n", *again, (int)(address & 3));
    int *null = 0;
    printf("%d %d %d\n", null == 0, !null, p && !null);
    char text[] = "pointers";
    char *s = text;
    while (*s) *s++ -= 32;
    printf("%s %d\n", text, (int)(s - text));
    int grid[3][4];
    int *flat = &grid[0][0];
    for (int k = 0; k < 12; k++) *(flat + k) = k;
    printf("%d %d %d\n", grid[2][1], *(*(grid + 1) + 3), (int)(&grid[2] - &grid[0]));
    int (*row)[4] = grid;
    row++;
    printf("%d %d\n", (*row)[0], row[1][3]);
    return 0;
}
