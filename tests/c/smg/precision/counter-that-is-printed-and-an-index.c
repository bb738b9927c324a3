// One of the counters that are printed is an index, too.
//@ engines: smg
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    long lines = 0, others = 0;
    char last[8] = {0};
    int c;
    while ((c = getchar()) != EOF) {
        if (c == '\n')
            lines++;
        else {
            last[lines] = c;
            others++;
        }
    }
    printf("%ld %ld\n", lines, others);
    return 0;
}
