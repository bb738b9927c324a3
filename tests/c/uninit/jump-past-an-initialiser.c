// A jump into a block passes the initialiser.
// Checked: valgrind reports the decision.
//@ property: no-uninit
//@ engines: auto interp smg hunt template sl horn
int main(void) { //~ NOT-PROVED
    goto in;
    {
        int x = 3;
        in: if (x == 3) return 0;
        return 1;
    }
}
