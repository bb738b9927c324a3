// What was written to a file is read again.
// Checked: POSIX; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int file = open("/tmp", O_RDWR | O_TMPFILE, 0600);
    char c = 0;
    if (file < 0)
        return 0;
    if (write(file, "x", 1) == 1) {
        lseek(file, 0, SEEK_SET);
        if (read(file, &c, 1) == 1 && c != 'x')
            reach_error();
    }
    close(file);
    return 0;
}
