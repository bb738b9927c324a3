// Library functions on strings and memory.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reverse(char *s) {
    size_t n = strlen(s);
    for (size_t i = 0; i < n / 2; i++) { char t = s[i]; s[i] = s[n - 1 - i]; s[n - 1 - i] = t; }
}

int main(void) {
    char buffer[64] = "first";
    strcat(buffer, " second");
    strncat(buffer, " third", 3);
    printf("%s %d\n", buffer, (int)strlen(buffer));
    printf("%d %d %d\n", strcmp("a", "b") < 0, strcmp("b", "a") > 0, strncmp("abc", "abd", 2));
    printf("%s %s\n", strchr(buffer, 's'), strrchr(buffer, 's'));
    printf("%d\n", strchr(buffer, 'z') == NULL);
    char fixed[6];
    strncpy(fixed, "ab", sizeof fixed);
    printf("%d %d\n", fixed[1], fixed[5]);
    memmove(buffer + 2, buffer, 6);
    printf("%s\n", buffer);
    memset(buffer, '-', 4);
    printf("%s %d\n", buffer, memcmp("abc", "abd", 3) < 0);
    reverse(buffer);
    printf("%s\n", buffer);
    char *copy = strdup("copied");
    printf("%s %s\n", copy, strstr("haystack needle", "need"));
    free(copy);
    printf("%d %ld %ld\n", atoi("  -42x"), strtol("0x1f", NULL, 16), strtol("777", NULL, 8));
    char *end;
    long v = strtol("123abc", &end, 10);
    printf("%ld %s\n", v, end);
    for (const char *p = "a1 B!"; *p; p++) putchar('0' + !!(*p >= 'a' && *p <= 'z') + 2 * (*p == ' '));
    putchar('\n');
    char out[32];
    int n = sprintf(out, "%05d|%-4d|%+d|%x|%#o|%c|%5s|%.2s", 42, 7, 3, 255, 8, 'c', "ab", "xyz");
    printf("%s %d\n", out, n);
    n = snprintf(out, 8, "%s", "truncated text");
    printf("%s %d\n", out, n);
    puts("done");
    return 0;
}
