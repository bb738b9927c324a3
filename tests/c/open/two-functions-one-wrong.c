// The report is about one of the functions.
//@ engines: sl auto
#include <stdlib.h>
int *make(void) { return malloc(sizeof(int)); }
void destroy(int *p) {
    free(p);
    free(p); //~ ERROR double-free
}
