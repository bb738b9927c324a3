// Runs in which the handler is not called are runs of the program.
//@ engines: hunt auto
#include <signal.h>
#include <stdlib.h>
static volatile sig_atomic_t stop;
static void handler(int signal) { (void)signal; stop = 1; }
int main(void) {
    struct sigaction action;
    action.sa_handler = handler;
    action.sa_flags = 0;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGTERM, &action, NULL) < 0)
        return 1;
    char *text = malloc(4);
    free(text);
    return text[0];   //~ ERROR use-after-free
}
