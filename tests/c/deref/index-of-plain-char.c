// Plain char is signed: 0xff is -1.
//@ data-model: lp64 ilp32
int main(void) {
    char c = (char)0xff;
    int table[256] = { 0 };
    return table[c + 1] + table[c]; //~ ERROR out-of-bounds
}
