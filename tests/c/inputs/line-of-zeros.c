// The last byte of the line is the one that ends it.
//@ engines: auto
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) { //~ NOT-VIOLATED
    char line[16];
    double number;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%lf", &number) == 1 && number > 0)
            puts("a number");
        else if (isdigit((unsigned char)line[0]))
            line[strlen(line)] = 0;
    }
    return 0;
}
