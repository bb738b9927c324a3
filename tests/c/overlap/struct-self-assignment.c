// Exactly the same place is allowed.
struct triple { int a, b, c; };
int main(void) { //~ SAFE
    struct triple t = { 1, 2, 3 }, *p = &t;
    *p = t;
    return p->c == 3 ? 0 : 1;
}
