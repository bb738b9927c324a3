// What a constant without an initialiser holds is anything, but reading it is no write. The machine asks for a value.
//@ engines: hunt smg
int main(void) { //~ SAFE
    const int nothing;
    const int *p = &nothing;
    return *p == *p ? 0 : 1;
}
