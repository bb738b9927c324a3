// Writing a field of a null structure: the address is not zero, but still no object's.
//@ data-model: lp64 ilp32
struct pair { long first; int second; };
static void set(struct pair *p, int value) {
    p->second = value; //~ ERROR null-deref
}
int main(void) {
    set((struct pair *)0, 3);
    return 0;
}
