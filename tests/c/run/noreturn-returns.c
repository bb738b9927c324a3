// A function that must not return.
//@ command: run
static _Noreturn void stop(void) {
    return; //~ ERROR unreachable-reached
}
int main(void) {
    stop();
}
