// Of different bytes bcmp says only that they differ.
// Checked: POSIX.1-2001 on bcmp.
//@ engines: auto interp smg hunt template
#include <strings.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (bcmp("a", "b", 1) > 0)
        reach_error();
    return 0;
}
