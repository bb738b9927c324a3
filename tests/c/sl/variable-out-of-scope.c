// The address of a local is used behind its block.
//@ engines: sl
//@ property: valid-deref
int main(void) {
    int *p;
    {
        int a[2] = {1, 2};
        p = a;
    }
    return p[1]; //~ ERROR out-of-scope
}
