// Both processes free what they have; what the child does is not seen by the parent.
//@ engines: auto
#include <assert.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {   //~ SAFE
    int *count = malloc(sizeof *count);
    *count = 1;
    pid_t child = fork();
    if (child == 0) {
        *count = 2;
        free(count);
        _exit(0);
    }
    assert(*count == 1);
    int status;
    if (child > 0 && waitpid(child, &status, 0) == child)
        assert(WIFEXITED(status) || WIFSIGNALED(status));
    free(count);
    return 0;
}
