// Models of the functions that read the floating number at the start of a string. Summarised, it ends anywhere in the string.

unsigned long strlen(const char *s);
double __fafnir_string_to_double(const char *s, char **end);
float __fafnir_string_to_float(const char *s, char **end);
long double __fafnir_string_to_long_double(const char *s, char **end);
int __fafnir_summarise(void);
unsigned long __VERIFIER_nondet_ulong(void);
double __VERIFIER_nondet_double(void);
_Bool __VERIFIER_nondet_bool(void);
int *__errno_location(void);

static double some_number(const char *s, char **end) {
    unsigned long length = strlen(s);
    unsigned long n = __VERIFIER_nondet_ulong();
    if (end)
        *end = (char *)s + (n <= length ? n : length);
    // It may be out of range.
    if (__VERIFIER_nondet_bool())
        *__errno_location() = 34;
    return __VERIFIER_nondet_double();
}

double strtod(const char *s, char **end) {
    return __fafnir_summarise() ? some_number(s, end) : __fafnir_string_to_double(s, end);
}

double __strtod_internal(const char *s, char **end, int group) {
    (void)group;
    return strtod(s, end);
}

float strtof(const char *s, char **end) {
    return __fafnir_summarise() ? some_number(s, end) : __fafnir_string_to_float(s, end);
}

long double strtold(const char *s, char **end) {
    return __fafnir_summarise() ? some_number(s, end) : __fafnir_string_to_long_double(s, end);
}

double atof(const char *s) {
    return strtod(s, 0);
}
