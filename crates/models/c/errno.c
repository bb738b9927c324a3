// Where glibc's errno lives. The models set it where they fail; where they do not, they may set it all the same, but never to 0.

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
int __fafnir_like_glibc(void);
int __fafnir_summarise(void);

static int number;

void __fafnir_printed(int result);
int __fafnir_never(void);

// Calls of what is behind the condition are put where the program prints.
int *__errno_location(void) {
    if (__fafnir_never())
        __fafnir_printed(0);
    return &number;
}

// A call fails: the result is -1.
int __fafnir_fails(void) {
    int new = __VERIFIER_nondet_int();
    __VERIFIER_assume(new > 0);
    __VERIFIER_assume(new < 134);
    number = new;
    return -1;
}

int __fafnir_fails_with(int reason) {
    number = reason;
    return -1;
}

// A call succeeds that does not say what it does with errno.
void __fafnir_succeeds(void) {
    if (__fafnir_like_glibc())
        return;
    int new = __VERIFIER_nondet_int();
    if (!__fafnir_summarise())
        __VERIFIER_assume((new == number) | ((new > 0) & (new < 134)));
    number = new;
}

// Something was printed, with this result.
void __fafnir_printed(int result) {
    if (result < 0)
        __fafnir_fails();
    else
        __fafnir_succeeds();
}
