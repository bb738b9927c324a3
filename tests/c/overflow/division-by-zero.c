// A division by zero.
//@ property: no-overflow
int main(void) {
    int zero = 0;
    return 10 / zero; //~ ERROR division-by-zero
}
