// Where glibc's errno lives. The models set it where they fail.

int *__errno_location(void) {
    static int number;
    return &number;
}
