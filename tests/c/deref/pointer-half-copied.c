// Half of a pointer is none.
int main(void) {
    int x = 7;
    int *p = &x, *q = 0;
    for (unsigned i = 0; i < sizeof p / 2; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    return *q; //~ ERROR wild-pointer
}
