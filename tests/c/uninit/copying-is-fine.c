// Copying uninitialised bytes decides nothing.
//@ property: no-uninit
struct pair { char c; int i; };
int main(void) { //~ SAFE
    struct pair a, b;
    a.c = 1;
    a.i = 2;
    b = a;
    return b.i + b.c - 3;
}
