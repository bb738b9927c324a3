// Each function of sockets may fail.
// Checked: POSIX; a descriptor that is no socket makes them fail.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
#include <sys/socket.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    struct sockaddr to;
    socklen_t size = sizeof to;
    char room[4] = "abc";
    int value = 1;
    memset(&to, 0, sizeof to);
    if (socket(AF_INET, SOCK_STREAM, 0) < 0 && bind(0, &to, size) < 0 && connect(0, &to, size) < 0 && listen(0, 1) < 0
        && setsockopt(0, SOL_SOCKET, SO_REUSEADDR, &value, sizeof value) < 0 && getsockname(0, &to, &size) < 0
        && getpeername(0, &to, &size) < 0 && accept(0, &to, &size) < 0 && sendto(0, room, 3, 0, &to, size) < 0 && recv(0, room, 4, 0) < 0
        && recvfrom(0, room, 4, 0, &to, &size) < 0 && shutdown(0, SHUT_RDWR) < 0)
        reach_error();
    return 0;
}
