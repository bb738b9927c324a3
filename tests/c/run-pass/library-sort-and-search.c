// qsort and bsearch on numbers, structures and pointers, with equal elements.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { short key; char order; };
static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_key(const void *a, const void *b) {
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}
int main(void) {
    int numbers[40];
    unsigned seed = 7;
    for (int i = 0; i < 40; i++)
        numbers[i] = (int)((seed = seed * 1103515245 + 12345) >> 16) % 100 - 50;
    qsort(numbers, 40, sizeof *numbers, by_value);
    for (int i = 0; i < 40; i++)
        printf("%d ", numbers[i]);
    putchar('\n');
    qsort(numbers, 0, sizeof *numbers, by_value);
    qsort(numbers, 1, sizeof *numbers, by_value);
    struct pair pairs[] = {{3, 'a'}, {1, 'b'}, {3, 'c'}, {2, 'd'}, {1, 'e'}, {3, 'f'}};
    qsort(pairs, 6, sizeof *pairs, by_key);
    for (int i = 0; i < 6; i++)
        printf("%d%c ", pairs[i].key, pairs[i].order);
    putchar('\n');
    char *words[] = {"pear", "apple", "fig", "quince", "cherry"};
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; i++)
        printf("%s ", words[i]);
    putchar('\n');
    for (int key = -51; key < 50; key += 5) {
        int *found = bsearch(&key, numbers, 40, sizeof *numbers, by_value);
        printf("%d", found ? *found == key : -1);
    }
    const char *wanted = "fig";
    char **found = bsearch(&wanted, words, 5, sizeof *words, by_text);
    printf(" %td %d\n", found - words, bsearch(&wanted, words, 2, sizeof *words, by_text) == 0);
    return 0;
}
