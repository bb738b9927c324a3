// Without an initialiser, the padding of a static structure is zero.
// Checked: C11 6.7.9p10.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct s {
    char c;
    int i;
};
static struct s x;
int main(void) { //~ NOT-VIOLATED
    unsigned char *b = (unsigned char *)&x;
    if (b[1] != 0)
        reach_error();
    return 0;
}
