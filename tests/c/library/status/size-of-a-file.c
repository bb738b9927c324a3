// A block of the size that the system says has room for what is read.
//@ engines: smg auto
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {   //~ SAFE
    struct stat status;
    int file = open("data", O_RDONLY);
    if (file < 0)
        return 1;
    if (fstat(file, &status) == 0 && status.st_size < 4096) {
        char *text = malloc((size_t)status.st_size + 1);
        ssize_t count = read(file, text, (size_t)status.st_size);
        text[count < 0 ? 0 : count] = '\0';
        free(text);
    }
    close(file);
    return 0;
}
