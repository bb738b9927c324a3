// A member that was never written may hold any value, also in a copy.
// Checked: valgrind reports the decision.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct s {
    int a[4];
};
int main(void) { //~ NOT-PROVED
    struct s x;
    x.a[0] = 1;
    struct s y = x;
    if (y.a[3] == 7)
        reach_error();
    return 0;
}
