// Past the end of a global array.
static char before[4], table[16], after[4];
int main(void) {
    int n = 16;
    before[0] = after[0] = 0;
    return table[n]; //~ ERROR out-of-bounds
}
