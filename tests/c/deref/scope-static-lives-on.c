// A static local outlives its block.
static int *counter(void) {
    static int count = 3;
    return &count;
}
int main(void) { //~ SAFE
    int *p = counter();
    *p += 4;
    return *counter() == 7 ? 0 : 1;
}
