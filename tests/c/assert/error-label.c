// A label that is named on the command line.
//@ args: --error-label BAD
int main(void) {
    int x = 1;
    if (x)
        goto BAD;
    return 0;
BAD: //~ ERROR error-reached
    return 1;
}
