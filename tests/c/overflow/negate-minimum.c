// -INT_MIN.
//@ property: no-overflow
int main(void) {
    int x = -2147483647 - 1;
    x = -x; //~ ERROR signed-overflow
    return 0;
}
