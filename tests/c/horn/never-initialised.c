// A pointer that was never given a value is written through.
//@ engines: horn
//@ property: valid-deref
int main(void) {
    int *p;
    *p = 42; //~ ERROR uninit-pointer
}
