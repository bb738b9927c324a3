// Calling through a null function pointer.
int main(void) {
    int (*f)(int) = 0;
    return f(3); //~ ERROR null-deref
}
