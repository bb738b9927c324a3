// The text ends in the middle.
int main(void) {
    char *s = "not closed;
    if (s) {
        return 0;
