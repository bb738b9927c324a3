// A whole structure is assigned to a constant one through a pointer.
struct pair { int a, b; };
int main(void) {
    struct pair source = { 1, 2 };
    const struct pair target = { 3, 4 };
    *(struct pair *)&target = source; //~ ERROR write-to-constant
    return target.a;
}
