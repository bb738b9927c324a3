// A compound literal lives as long as its block.
// Checked: C11 6.5.2.5p5.
//@ engines: auto interp smg hunt template sl horn
int main(void) { //~ NOT-PROVED
    int *p;
    {
        p = (int[]) {1,2};
    }
    return *p - 1;
}
