// What lies behind the initialised member of a union is not specified.
// Checked: C11 6.2.6.1p7; gcc 12 clears it, the notes of gcc 15 say that it is not cleared any more.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
union value {
    char c;
    int i[4];
};
int main(void) { //~ NOT-PROVED
    union value v = {1};
    if (v.i[3] != 0)
        reach_error();
}
