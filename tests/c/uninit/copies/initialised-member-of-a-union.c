// The initialised member of a union, and all of it if it is the longest.
// Checked: C11 6.7.9p17 and p21; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
union value {
    int i[4];
    char c;
};
static union value s = {.c = 1};
int main(void) { //~ NOT-VIOLATED
    union value v = {{1}}, w = {.c = 2};
    if (v.i[0] != 1 || v.i[3] != 0 || w.c != 2 || s.i[3] != 0)
        reach_error();
}
