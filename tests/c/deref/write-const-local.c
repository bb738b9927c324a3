// Writing to a local that is defined const, around the type system.
//@ data-model: lp64 ilp32
int main(void) {
    const int limit = 3;
    int *p = (int *)&limit;
    *p = 4; //~ ERROR write-to-constant
    return limit;
}
