// Only a size of -8 frees the block, which nobody gives: no report.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
long *resize(long *block, int bytes) {
    long *now = realloc(block, bytes + 8);
    if (!now) {
        block[0]++;
        return NULL;
    }
    return now;
} //~ UNKNOWN possible-findings
