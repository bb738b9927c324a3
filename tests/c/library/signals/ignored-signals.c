// Ignoring a signal calls nothing; what was there before is a default, and is put back.
//@ engines: smg auto
#include <assert.h>
#include <signal.h>
int main(void) {   //~ SAFE
    void (*old)(int) = signal(SIGPIPE, SIG_IGN);
    if (old != SIG_ERR) {
        assert(old == SIG_DFL || old == SIG_IGN);
        signal(SIGPIPE, old);
    }
    assert(signal(SIGKILL, SIG_IGN) == SIG_ERR);
    return 0;
}
