// The bytes of a number through a union.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
union u {
    unsigned i;
    unsigned char b[4];
};
int main(void) { //~ NOT-VIOLATED
    union u u;
    u.i = 0x01020304;
    if (u.b[0] != 4)
        reach_error();
    return 0;
}
