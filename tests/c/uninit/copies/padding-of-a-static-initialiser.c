// The padding of a structure with an initialiser is not specified.
// Checked: C11 6.7.9p10 speaks of structures without one.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct s {
    char c;
    int i;
};
static struct s x = {1, 2};
int main(void) { //~ NOT-PROVED
    unsigned char *b = (unsigned char *)&x;
    if (b[1] != 0)
        reach_error();
    return 0;
}
