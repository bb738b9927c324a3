// Half of a pointer keeps its origin, but points far away.
int main(void) {
    int x = 7;
    int *p = &x, *q = 0;
    for (unsigned i = 0; i < sizeof p / 2; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    return *q; //~ ERROR out-of-bounds
}
