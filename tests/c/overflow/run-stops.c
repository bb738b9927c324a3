// `run` stops at it.
//@ command: run
int main(void) {
    int x = 2147483647;
    x = x + 1; //~ ERROR signed-overflow
    return 0;
}
