// The name of the function is converted to another type and called at once.
static signed char small(void) { return 1; }
int main(void) {
    return ((int (*)(void))small)(); //~ ERROR invalid-call
}
