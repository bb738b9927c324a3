// The result of a signed left shift does not fit its type.
//@ engines: interp smg hunt
//@ property: no-overflow
int main(void) {
    int n = 1 << 30;
    return n << 1; //~ ERROR signed-overflow
}
