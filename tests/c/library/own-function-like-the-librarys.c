// A function of one's own that is called like one of the library's, and that handles numbers alone.
//@ engines: hunt
#include <assert.h>
int send(int message);
int main(void) {
    assert(send(1) < 100); //~ ERROR assertion-failed
    return 0;
}
