// The undefined function may have changed the variable: the test of it before the call says nothing after it.
//@ engines: sl auto
#include <stdlib.h>
int *current;
void refresh(void);
void set(int *p) { current = p; }
int get(void) {
    if (!current)
        return 0;
    refresh();
    return *current; //~ UNKNOWN external-function
}
