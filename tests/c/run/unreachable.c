// The program promised not to come here.
//@ command: run
int main(void) {
    volatile int x = 1;
    if (x)
        __builtin_unreachable(); //~ ERROR unreachable-reached
    return 0;
}
