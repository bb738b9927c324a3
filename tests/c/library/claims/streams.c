// Streams that are opened, locked, moved and closed.
// Checked: C11 7.21, POSIX; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: interp smg template
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
static char room[BUFSIZ], other[BUFSIZ];
int main(void) { //~ NOT-VIOLATED
    FILE *f = fopen64("/dev/null", "r"), *g = tmpfile64();
    if (f) {
        if (setvbuf(f, room, _IOFBF, sizeof room) < -1)
            reach_error();
        clearerr(f);
        if (feof_unlocked(f))
            reach_error();
        clearerr_unlocked(f);
        flockfile(f);
        funlockfile(f);
        if (ftrylockfile(f) == 0)
            funlockfile(f);
        int status = fseeko(f, 0, SEEK_SET), value = 3, got = fscanf(f, "%d", &value);
        if (status != 0 && status != -1 || got > 1 || got < 1 && value != 3)
            reach_error();
        FILE *again = freopen("/dev/null", "r", f);
        if (again) {
            if (again != f)
                reach_error();
            again = freopen64("/dev/null", "r", f);
            if (again && again != f)
                reach_error();
        }
    }
    if (g) {
        setbuffer(g, other, sizeof other);
        setlinebuf(g);
        if (fclose(g) < EOF)
            reach_error();
    }
    FILE *p = popen("true", "r");
    if (p && pclose(p) < -1)
        reach_error();
    return 0;
}
