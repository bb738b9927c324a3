// Members of a structure are in their order.
// Checked: C11 6.7.2.1p15.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct s {
    int a;
    char b;
    int c;
};
int main(void) { //~ NOT-VIOLATED
    struct s s;
    if ((char*)&s.b < (char*)&s.a || (char*)&s.c < &s.b)
        reach_error();
    return 0;
}
