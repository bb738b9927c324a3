// The same for a union that is a member, and for a designated member.
// Checked: C11 6.2.6.1p7.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct cell {
    int tag;
    union {
        long l[2];
        short s;
    } u;
};
int main(void) { //~ NOT-PROVED
    struct cell c = {.u.s = 3};
    if (c.u.l[1] != 0)
        reach_error();
}
