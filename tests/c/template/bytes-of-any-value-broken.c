// What memory held is gone where it gets any contents.
//@ engines: template smg auto
void __VERIFIER_nondet_memory(void *, unsigned long);
void __VERIFIER_assert(int);
int main(void) { //~ NOT-PROVED
    unsigned char bytes[8] = {0};
    __VERIFIER_nondet_memory(bytes, sizeof bytes);
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += bytes[i];
    __VERIFIER_assert(sum == 0);
    return 0;
}
