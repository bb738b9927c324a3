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
int __result_of_strtod(void);

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

// What is too large for the type comes with ERANGE, and so does what is too small and not zero; of what is nearly too small that is not
// said here. The text is looked at again only then.
static void check_range(const char *s, int is_infinite, int is_zero) {
    if (!is_infinite && !is_zero) {
        if (__result_of_strtod())
            *__errno_location() = 34;
        return;
    }
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    if (*s == '-' || *s == '+')
        s++;
    if (is_infinite) {
        if (*s != 'i' && *s != 'I')
            *__errno_location() = 34;
        return;
    }
    int is_hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    if (is_hex)
        s += 2;
    for (; *s == '.' || *s == '0'; s++)
        ;
    if ((*s >= '1' && *s <= '9') || is_hex && ((*s >= 'a' && *s <= 'f') || (*s >= 'A' && *s <= 'F')))
        *__errno_location() = 34;
}

double strtod(const char *s, char **end) {
    if (__fafnir_summarise())
        return some_number(s, end);
    double number = __fafnir_string_to_double(s, end);
    int is_infinite = number > 0x1.fffffffffffffp1023 || number < -0x1.fffffffffffffp1023;
    if (is_infinite || number > -0x1p-1022 && number < 0x1p-1022)
        check_range(s, is_infinite, number == 0);
    return number;
}

double __strtod_internal(const char *s, char **end, int group) {
    (void)group;
    return strtod(s, end);
}

float strtof(const char *s, char **end) {
    if (__fafnir_summarise())
        return some_number(s, end);
    float number = __fafnir_string_to_float(s, end);
    int is_infinite = number > 0x1.fffffep127f || number < -0x1.fffffep127f;
    if (is_infinite || number > -0x1p-126f && number < 0x1p-126f)
        check_range(s, is_infinite, number == 0);
    return number;
}

long double strtold(const char *s, char **end) {
    if (__fafnir_summarise())
        return some_number(s, end);
    long double number = __fafnir_string_to_long_double(s, end);
    if (number - number != 0 && number == number || number > -0x1p-1022 && number < 0x1p-1022)
        check_range(s, number - number != 0, number == 0);
    return number;
}

double atof(const char *s) {
    return strtod(s, 0);
}
