// Left shifts of signed values are modular, as in GNU C.
//@ command: run
int main(void) { //~ SAFE
    int n = 31;
    return (1 << n) < 0 ? 0 : 1;
}
