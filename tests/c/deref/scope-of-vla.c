// A variable-length array ends with its block, too.
int main(void) {
    char *p = 0;
    for (int n = 1; n < 3; n++) {
        char buffer[n];
        buffer[0] = 'x';
        if (p)
            return *p; //~ ERROR out-of-scope
        p = buffer;
    }
    return 0;
}
