// The string functions, used as they should be.
#include <stdlib.h>
#include <string.h>
int main(void) { //~ SAFE
    char buffer[16];
    strcpy(buffer, "abc");
    strcat(buffer, "def");
    strncat(buffer, "ghijkl", 3);
    if (strcmp(buffer, "abcdefghi") || strlen(buffer) != 9)
        return 1;
    char *copy = strdup(buffer);
    if (!copy)
        return 2;
    char *d = strchr(copy, 'd');
    int ok = d == copy + 3 && strstr(copy, "fgh") == copy + 5 && strrchr(copy, 'z') == NULL && memcmp(copy, buffer, 10) == 0;
    free(copy);
    return !ok;
}
