// Nobody asks whether the weak function is there.
//@ engines: hunt auto
extern void hook(void) __attribute__((weak));
int main(void) {
    hook(); //~ ERROR null-deref
    return 0;
}
