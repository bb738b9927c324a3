// Functions of one's own that are called like some of the library's, but take no pointers.
//@ engines: hunt
#include <assert.h>
struct packet { int length; };
void send(struct packet packet);
int poll(int device);
int main(void) {
    struct packet packet = { 4 };
    send(packet);
    assert(poll(1) < 100); //~ ERROR assertion-failed
    return 0;
}
