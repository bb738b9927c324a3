// Reading through a null pointer.
int main(void) {
    int *p = 0;
    return *p; //~ ERROR null-deref
}
