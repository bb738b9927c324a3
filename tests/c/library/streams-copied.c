// One stream to another, byte by byte.
//@ engines: smg
#include <stdio.h>
int main(void) { //~ SAFE
    FILE *from = fopen("from", "r"), *to = fopen("to", "w");
    int c;
    if (from && to)
        while ((c = getc(from)) != EOF)
            putc(c, to);
    if (from)
        fclose(from);
    if (to)
        fclose(to);
    return 0;
}
