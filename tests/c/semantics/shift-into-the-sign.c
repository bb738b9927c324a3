// C11 does not define a shift of a one into the sign bit, also of constants.
//@ engines: interp smg hunt
//@ property: no-overflow
int main(void) {
    return 1 << 31; //~ ERROR signed-overflow
}
