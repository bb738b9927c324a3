// An unsigned bit-field wraps when it is stored to.
// Checked: the gcc binary exits with 0.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct s {
    unsigned g : 3;
};
int main(void) { //~ NOT-VIOLATED
    struct s s = {7};
    s.g++;
    if (s.g)
        reach_error();
    return 0;
}
