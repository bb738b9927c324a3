// Two empty structures may lie at the same address.
// Checked: GCC's manual, "Structures with No Members"; the binary of gcc 12 -O0 aborts.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct nothing {};
int main(void) { //~ NOT-PROVED
    struct nothing a, b;
    void *volatile p = &a, *volatile q = &b;
    if (p == q)
        reach_error();
}
