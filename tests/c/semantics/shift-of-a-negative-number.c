// C11 does not define a left shift of a negative number.
//@ engines: interp smg hunt
//@ property: no-overflow
int main(void) {
    int n = -1;
    return n << 1; //~ ERROR signed-overflow
}
