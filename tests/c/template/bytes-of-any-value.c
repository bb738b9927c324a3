// Memory that gets any contents keeps its bounds, and other memory its contents.
//@ engines: template auto
void __VERIFIER_nondet_memory(void *, unsigned long);
void __VERIFIER_assert(int);
int main(void) { //~ SAFE
    unsigned char bytes[8];
    int other = 3;
    int *p = &other;
    __VERIFIER_nondet_memory(bytes, sizeof bytes);
    int last = 0;
    for (int i = 0; i < 8; i++)
        last = bytes[i];
    __VERIFIER_assert(last <= 255 && *p == 3);
    return 0;
}
