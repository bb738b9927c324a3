// String and memory functions, result by result.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
    char a[32] = "hello";
    char b[32];
    printf("%zu %zu %zu\n", strlen(a), strnlen(a, 3), strnlen(a, 30));
    printf("%s ", strcpy(b, a));
    printf("%ld\n", (long)(stpcpy(b, "wide") - b));
    printf("%s|", strncpy(b, "abcdefgh", 3));
    printf("%s %s\n", strcat(a, ", world"), strncat(b, "123456", 2));
    printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("a", "a"), sign(strcmp("\xff", "a")));
    printf("%d %d %d\n", sign(strncmp("abc", "abd", 2)), sign(strncmp("abc", "abd", 3)), strncmp("a", "b", 0));
    printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strncasecmp("abX", "aby", 3)));
    printf("%s %s %s %d\n", strchr(a, 'o'), strrchr(a, 'o'), strstr(a, "lo"), strstr(a, "xyz") == 0);
    printf("%d %d\n", strchr(a, 0) == a + strlen(a), strrchr(a, 'z') == 0);
    printf("%zu %zu %s %d\n", strspn("aabbc", "ab"), strcspn("hello", "lo"), strpbrk("key=value", "=:"), strpbrk("abc", "xyz") == 0);
    printf("%d %d %d\n", sign(memcmp("abc", "abd", 3)), memcmp("abc", "abd", 2), memcmp("", "x", 0));
    printf("%s %d\n", (char *)memchr("find me", 'm', 7), memchr("abc", 'c', 2) == 0);
    char *copy = strdup("duplicate");
    char *part = strndup("duplicate", 3);
    printf("%s %s\n", copy, part);
    free(copy);
    free(part);
    int numbers[6] = { 1, 2, 3, 4, 5, 6 };
    memmove(numbers + 1, numbers, 4 * sizeof *numbers);
    for (int i = 0; i < 6; i++)
        printf("%d ", numbers[i]);
    memmove(numbers, numbers + 2, 4 * sizeof *numbers);
    for (int i = 0; i < 6; i++)
        printf("%d ", numbers[i]);
    bzero(numbers, 2 * sizeof *numbers);
    printf("%d %d\n", numbers[1], numbers[2]);
    char *end = mempcpy(b, "mem", 3);
    *end = 0;
    printf("%s\n", b);
    int *grown = calloc(2, sizeof *grown);
    grown = realloc(grown, 100 * sizeof *grown);
    grown = reallocarray(grown, 1, sizeof *grown);
    printf("%d\n", grown[0]);
    free(grown);
    return 0;
}
