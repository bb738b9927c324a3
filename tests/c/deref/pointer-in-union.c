// A pointer read back through another member of a union.
//@ data-model: lp64 ilp32
union word { void *pointer; unsigned long number; };
int main(void) { //~ SAFE
    int x = 9;
    union word w;
    w.pointer = &x;
    w.number += sizeof(int);
    w.number -= sizeof(int);
    return *(int *)w.pointer == 9 ? 0 : 1;
}
