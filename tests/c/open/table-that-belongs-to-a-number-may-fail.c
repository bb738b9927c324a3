// With allocations that may fail: that there are lines but no table is a state that nobody makes: what is missing from the new table is not reported.
//@ engines: sl auto
//@ args: --malloc-may-fail
//~ NOT-VIOLATED
#include <stdlib.h>
#include <string.h>
static char **table;
static int lines;
int add(char *line) {
    if (table == 0) {
        table = calloc(4, sizeof *table);
        if (table == 0)
            return -1;
    }
    if (lines > 0 && table[lines - 1][0] == line[0])
        return 0;
    if (lines < 4)
        table[lines++] = line;
    return 1;
}
