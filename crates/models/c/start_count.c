// How a program is started whose `main` looks at the number of its arguments, but not at them.

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
int main(int count, char **arguments);

int __fafnir_start_count(void) {
    int count = __VERIFIER_nondet_int();
    __VERIFIER_assume(count >= 1 && count < 1 << 20);
    return main(count, 0);
}
