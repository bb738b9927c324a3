// INT_MAX + 1.
//@ property: no-overflow
int main(void) {
    int x = 2147483647;
    x = x + 1; //~ ERROR signed-overflow
    return 0;
}
