// A structure that is constant is assigned through a pointer.
//@ engines: horn
struct pair { int a, b; };
const struct pair fixed = { 1, 2 };
int main(void) { //~ NOT-PROVED
    struct pair other = { 3, 4 };
    *(struct pair *)&fixed = other;
    return 0;
}
