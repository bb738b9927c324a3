// The size of a variable-length array counts.
static int fill(int n) {
    int a[n];
    for (int i = 0; i <= n; i++)
        a[i] = i; //~ ERROR out-of-bounds
    return a[0];
}
int main(void) { return fill(5); }
