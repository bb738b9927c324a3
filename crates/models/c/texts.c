// Texts that the library, or the system around the program, gives.

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
int __fafnir_summarise(void);
unsigned __VERIFIER_nondet_uint(void);
char *__result_of___fafnir_any_text(void);
// Each word leads to a text.
extern char *__fafnir_texts[1024];

// Any text. A short one lies in the buffer; a long one is somewhere else, and what it holds is not known.
char *__fafnir_any_text(char *buffer, unsigned long size) {
    if (__fafnir_summarise()) {
        unsigned which = __VERIFIER_nondet_uint();
        __VERIFIER_assume(which < 1023);
        return __fafnir_texts[which];
    }
    if (__VERIFIER_nondet_bool()) {
        char *text = __result_of___fafnir_any_text();
        __VERIFIER_assume(text != 0);
        return text;
    }
    __VERIFIER_nondet_memory(buffer, size - 1);
    buffer[size - 1] = 0;
    return buffer;
}
