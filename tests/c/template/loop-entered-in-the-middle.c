// A loop that is entered at another place than its head ends all the same.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int i = 0, n = 3;
    if (n)
        goto inside;
    for (; i < 3; i++) {
        n += 10;
    inside:
        n++;
        if (n > 25)
            goto done;
    }
    done:
    if (n == 26)
        reach_error();
    return 0;
}
