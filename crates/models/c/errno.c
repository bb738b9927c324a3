// Where glibc's errno lives. The models set it where they fail; where they do not, they may set it all the same, but never to 0.

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
int __fafnir_like_glibc(void);
int __fafnir_summarise(void);

static int number;

void __fafnir_printed(int result);
void __fafnir_allocated(const void *block);
void __fafnir_computed(double result, double first, double second);
int __fafnir_never(void);
int __result_of___errno_location(void);

// Calls of what is behind the condition are put where the program prints, allocates and computes.
int *__errno_location(void) {
    if (__fafnir_never()) {
        __fafnir_printed(0);
        __fafnir_allocated(0);
        __fafnir_computed(0, 0, 0);
    }
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

// There is no memory; or there is, and errno may tell of an attempt that failed before. That is rare, and nobody knows when.
void __fafnir_allocated(const void *block) {
    if (!block)
        number = 12;
    else if (!__fafnir_like_glibc() && __VERIFIER_nondet_int() == 1 && __result_of___errno_location() == 12)
        number = 12;
}

static int is_nan(double x) {
    return x != x;
}

static int is_infinite(double x) {
    return x - x != 0 && x == x;
}

// A result that is no number comes with EDOM, an infinite one with ERANGE, if all arguments were finite numbers. One that is nearly
// zero may come with an error, and stands for one that is not known.
void __fafnir_computed(double result, double first, double second) {
    if (__fafnir_like_glibc())
        return;
    if (is_nan(result)) {
        if (!is_nan(first) && !is_nan(second))
            number = 33;
    } else if (is_infinite(result)) {
        if (first - first == 0 && second - second == 0)
            number = 34;
    } else if (result < 0x1p-1022 && result > -0x1p-1022 && first != 0) {
        int new = __result_of___errno_location();
        if (new == 33 || new == 34)
            number = new;
    }
}
