// A line of digits that fills the buffer, and whose number is not positive.
//@ engines: auto
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[16];
    double number;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%lf", &number) == 1 && number > 0)
            puts("a number");
        else if (isdigit((unsigned char)line[0]))
            line[strlen(line) + 1] = 0; //~ ERROR out-of-bounds
    }
    return 0;
}
