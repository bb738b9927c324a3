// Models of the functions that read the number at the start of a string.

unsigned long strlen(const char *s);
long strtol(const char *s, char **end, int base);
long long strtoll(const char *s, char **end, int base);
int __fafnir_summarise(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);

int atoi(const char *s) {
    if (__fafnir_summarise()) {
        strlen(s);
        return __VERIFIER_nondet_int();
    }
    return (int)strtol(s, 0, 10);
}

long atol(const char *s) {
    if (__fafnir_summarise()) {
        strlen(s);
        return __VERIFIER_nondet_long();
    }
    return strtol(s, 0, 10);
}

long long atoll(const char *s) {
    if (__fafnir_summarise()) {
        strlen(s);
        return __VERIFIER_nondet_longlong();
    }
    return strtoll(s, 0, 10);
}
