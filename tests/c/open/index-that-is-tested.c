// The function itself sees to it that the index fits.
//@ engines: sl auto
static const int table[4] = {1, 2, 3, 4};
int at(unsigned i) { //~ SAFE
    return i < 4 ? table[i] : -1;
}
