// abort ends the program, and violates nothing.
#include <stdlib.h>
int main(void) { //~ SAFE
    abort();
}
