// Initialisation is per bit.
//@ command: run
struct flags { unsigned a : 3; unsigned b : 5; };
int main(void) {
    struct flags f;
    f.a = 5;
    struct flags g = f;
    if (g.a != 5)
        return 1;
    return g.b ? 2 : 3; //~ ERROR uninit-read
}
