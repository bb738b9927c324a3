// Reading more than fits.
//@ engines: hunt
#include <fcntl.h>
#include <unistd.h>
int main(void) {
    char buffer[8];
    int file = open("notes", O_RDONLY);
    if (file < 0)
        return 1;
    return read(file, buffer, 16) > 0; //~ ERROR out-of-bounds
}
