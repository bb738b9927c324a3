// How a program is started whose `main` looks at its arguments. Few of them, of a few lengths, stand for all: where there are more, or
// longer ones, nothing is proved.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
void __other_behaviour_of_main(void);
int main(int count, char **arguments);

enum { MOST = 4, NAME = 8 };

// Any text that ends with the buffer, or before.
static void fill(char *text, unsigned long size) {
    if (size > 1)
        __VERIFIER_nondet_memory(text, size - 1);
    text[size - 1] = 0;
}

int __fafnir_start(void) {
    int count = __VERIFIER_nondet_int();
    __VERIFIER_assume(count >= 1);
    if (count > MOST)
        __other_behaviour_of_main();
    // A long text shows what runs over; a short one, what reads behind its end.
    unsigned long size = 24;
    if (count > 1 && __VERIFIER_nondet_bool())
        size = __VERIFIER_nondet_bool() ? 1 : __VERIFIER_nondet_bool() ? 2 : __VERIFIER_nondet_bool() ? 4 : 300;
    if (size == 300 && __VERIFIER_nondet_bool())
        __other_behaviour_of_main();
    char name[NAME];
    char first[count > 1 ? size : 1];
    char second[count > 2 ? size : 1];
    char third[count > 3 ? size : 1];
    char *arguments[count + 1];
    char *all[MOST] = { name, first, second, third };
    for (int i = 0; i < count; i++) {
        fill(all[i], i ? size : NAME);
        arguments[i] = all[i];
    }
    arguments[count] = 0;
    return main(count, arguments);
}
