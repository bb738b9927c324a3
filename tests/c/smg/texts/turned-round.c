// The characters of a line change places, and the end stays where it is.
//@ engines: smg auto
#include <stdio.h>
#include <string.h>
int main(void) { //~ SAFE
    char line[100];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    for (size_t i = 0, j = strlen(line); i < j; i++) {
        j--;
        char c = line[i];
        line[i] = line[j];
        line[j] = c;
    }
    fputs(line, stdout);
    return 0;
}
