// The address that a text names is computed, so what follows from it can be confirmed.
//@ engines: hunt auto
#include <arpa/inet.h>

int main(void) {
    int flags[4] = {0};
    unsigned address = ntohl(inet_addr("127.0.0.1"));
    return flags[address >> 24 & 0x7f];   //~ ERROR out-of-bounds
}
