// Where glibc's errno lives. No function of the models sets it.

int *__errno_location(void) {
    static int number;
    return &number;
}
