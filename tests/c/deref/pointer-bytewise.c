// A pointer survives being copied byte by byte.
//@ data-model: lp64 ilp32
int main(void) { //~ SAFE
    int x = 7;
    int *p = &x, *q;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    return *q == 7 ? 0 : 1;
}
