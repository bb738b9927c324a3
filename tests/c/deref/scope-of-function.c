// The address of a local, returned.
static int *leak_address(int value) {
    int local = value;
    int *p = &local;
    return p;
}
int main(void) {
    int *p = leak_address(3);
    *p = 4; //~ ERROR out-of-scope
    return 0;
}
