// A function of one's own that is called like one of the library's, but takes another number of arguments.
//@ engines: hunt
#include <assert.h>
int read(void);
int main(void) {
    assert(read() < 100); //~ ERROR assertion-failed
    return 0;
}
