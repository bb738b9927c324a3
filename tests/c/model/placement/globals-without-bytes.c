// An empty structure may lie where another variable does.
// Checked: GCC's manual, "Structures with No Members": the size is zero, and nothing is said of the address.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct nothing {} a;
int b;
int main(void) { //~ NOT-PROVED
    if ((void *)&a == (void *)&b)
        reach_error();
}
