// A weak function that nobody defines is null.
//@ engines: hunt auto
//@ property: unreach-call
extern void reach_error(void);
__attribute__((weak)) extern void hook(void);
int main(void) {
    if (!hook)
        reach_error(); //~ ERROR error-reached
    return 0;
}
