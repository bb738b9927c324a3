// Functions of sockets succeed or fail, and move at most what they were given.
// Checked: POSIX socket, bind, send, recv; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg template horn
#include <string.h>
#include <sys/socket.h>
extern void reach_error(void);
static void is_status(int result) {
    if (result != 0 && result != -1)
        reach_error();
}
int main(void) { //~ NOT-VIOLATED
    struct sockaddr to;
    socklen_t size = sizeof to;
    char room[4] = "abc";
    int value = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < -1)
        reach_error();
    memset(&to, 0, sizeof to);
    is_status(bind(fd, &to, size));
    is_status(connect(fd, &to, size));
    is_status(listen(fd, 1));
    is_status(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &value, sizeof value));
    is_status(getsockname(fd, &to, &size));
    size = sizeof to;
    is_status(getpeername(fd, &to, &size));
    size = sizeof to;
    long moved = send(fd, room, 3, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (moved < -1 || moved > 3)
        reach_error();
    moved = sendto(fd, room, 3, MSG_NOSIGNAL | MSG_DONTWAIT, &to, sizeof to);
    if (moved < -1 || moved > 3)
        reach_error();
    moved = recv(fd, room, 4, MSG_DONTWAIT);
    if (moved < -1 || moved > 4)
        reach_error();
    moved = recvfrom(fd, room, 4, MSG_DONTWAIT, &to, &size);
    if (moved < -1 || moved > 4)
        reach_error();
    is_status(shutdown(fd, SHUT_RDWR));
    return 0;
}
