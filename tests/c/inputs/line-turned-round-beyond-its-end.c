// The end is turned round as well, and what lies behind it read: a line may fill the array.
//@ engines: auto
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[100];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    for (size_t i = 0, j = strlen(line) + 1; i < j; i++) {
        j--;
        char c = line[i];
        line[i] = line[j + 1]; //~ ERROR out-of-bounds
        line[j] = c;
    }
    return 0;
}
