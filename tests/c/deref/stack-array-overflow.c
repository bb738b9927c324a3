// Past the end of a local array, although another local stands behind it.
int main(void) {
    int a[4], b[4] = { 0 };
    a[0] = b[0];
    a[4] = 1; //~ ERROR out-of-bounds
    return b[0];
}
