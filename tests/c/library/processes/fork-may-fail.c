// There may be no new process.
//@ engines: hunt auto
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    int *status = NULL;
    pid_t child = fork();
    if (child == 0)
        _exit(1);
    if (child > 0)
        status = malloc(sizeof *status);
    waitpid(child, status, 0);
    int ended = WIFEXITED(*status);   //~ ERROR null-deref
    free(status);
    return ended;
}
