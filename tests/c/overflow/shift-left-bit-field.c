// A bit-field of 31 bits is an int when it is shifted.
// Checked: C11 6.3.1.1p2, 6.5.7p4.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
struct s {
    unsigned f : 31;
};
int main(void) { //~ NOT-PROVED
    struct s s = {0x7fffffff};
    int x = s.f << 1;
    return x != 0;
}
