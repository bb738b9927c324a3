// The result of a function that returned none.
//@ command: run
static int f(int x) {
    if (x)
        return 1;
}
int main(void) {
    return f(0) ? 1 : 2; //~ ERROR uninit-read
}
