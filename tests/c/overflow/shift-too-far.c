// A shift by the width.
//@ property: no-overflow
int main(void) {
    unsigned n = 32;
    return 1u << n; //~ ERROR bad-shift
}
