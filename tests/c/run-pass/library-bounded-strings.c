// strncpy, strncat, strndup, strnlen, memchr, snprintf and what they leave behind.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void show(const char *bytes, int n) {
    for (int i = 0; i < n; i++)
        printf("%02x%c", (unsigned char)bytes[i], i + 1 < n ? ' ' : '\n');
}
int main(void) {
    char buffer[12];
    memset(buffer, '#', sizeof buffer);
    printf("%d\n", strncpy(buffer, "hello", 8) == buffer);
    show(buffer, 12);
    strncpy(buffer, "exactly", 7);
    show(buffer, 12);
    strncpy(buffer, "", 3);
    show(buffer, 12);
    strncpy(buffer, "x", 0);
    strcpy(buffer, "ab");
    printf("%s\n", strncat(buffer, "cdef", 2));
    printf("%s\n", strncat(buffer, "gh", 20));
    char *part = strndup("partial", 4), *whole = strndup("whole", 50), *none = strndup("x", 0);
    printf("%s %s [%s] %zu\n", part, whole, none, strlen(part));
    free(part);
    free(whole);
    free(none);
    char bytes[] = {3, 1, 4, 1, 5};
    printf("%td %d %d\n", (char *)memchr(bytes, 4, 5) - bytes, memchr(bytes, 9, 5) == 0, memchr(bytes, 5, 4) == 0);
    printf("%d\n", memchr("\xff", 0xff, 1) != 0);
    printf("%zu %zu\n", strnlen("abc", 2), strnlen("abc", 9));
    char small[4];
    printf("%d ", snprintf(small, sizeof small, "%d", 123456));
    printf("%s ", small);
    printf("%d ", snprintf(0, 0, "%s-%s", "ab", "cde"));
    printf("%d %s\n", sprintf(buffer, "%05.1f|%x", 2.25, 255), buffer);
    return 0;
}
