// A text that names no address gives the one that stands for none.
//@ engines: interp hunt auto
#include <arpa/inet.h>
#include <assert.h>

int main(void) {   //~ SAFE
    struct in_addr address;
    assert(inet_addr("1.2.3.256") == INADDR_NONE);
    assert(inet_aton("10.1", &address) == 1);
    assert(ntohl(address.s_addr) == 0x0a000001);
}
