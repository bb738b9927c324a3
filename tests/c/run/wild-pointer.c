// An address that was never given out.
//@ command: run
int main(void) {
    return *(int *)0x12345678; //~ ERROR wild-pointer
}
