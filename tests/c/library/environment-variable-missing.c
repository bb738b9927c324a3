// A variable of the environment may not be set.
//@ engines: hunt
#include <stdlib.h>
#include <string.h>
int main(void) {
    return strlen(getenv("HOME")) > 10; //~ ERROR null-deref
}
