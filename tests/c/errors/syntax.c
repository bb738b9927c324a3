// Several syntax errors, each with its own message.
int a = ;
int f(int x {
    return x;
}
int g(void) {
    int y = (1 + 2;
    return y
}
struct { int m };
