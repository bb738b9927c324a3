// A call through a pointer that was never set.
//@ command: run
int main(void) {
    void (*f)(void);
    f(); //~ ERROR uninit-pointer
    return 0;
}
