// Factors of an unsigned short are promoted to int, whose product overflows.
//@ property: no-overflow
int main(void) {
    unsigned short a = 65535, b = 32768;
    int small = a * b;
    signed char narrow = 127;
    narrow++;
    b = 65535;
    int large = a * b; //~ ERROR signed-overflow
    return small == large;
}
