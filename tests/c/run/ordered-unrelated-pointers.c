// Pointers into different objects have no order.
//@ command: run
int a[2], b[2];
int main(void) {
    return a < b; //~ ERROR pointer-mismatch
}
