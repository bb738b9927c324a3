// Calling an object.
int main(void) {
    int x = 0;
    int (*f)(void) = (int (*)(void))&x;
    return f(); //~ ERROR invalid-call
}
