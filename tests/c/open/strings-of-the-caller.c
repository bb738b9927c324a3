// How long the caller's string is, the function does not know: no report.
//@ engines: sl auto
#include <string.h>
void copy(const char *s) {
    char buffer[4];
    strcpy(buffer, s); //~ UNKNOWN possible-findings
}
