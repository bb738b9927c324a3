// Models of the functions of <stdlib.h> and <inttypes.h> that read whole numbers.

int *__errno_location(void);

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

// Reads a number of at most `most`, or `most + 1` after a minus sign if it is signed. What is greater becomes the greatest,
// with ERANGE; a base that there is not gives EINVAL.
static unsigned long long whole_number(const char *s, char **end, int base, unsigned long long most, int is_signed) {
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    const char *p = s;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    int negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit_value(p[2]) < 16) {
        p += 2;
        base = 16;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    unsigned long long limit = is_signed && negative ? most + 1 : most;
    unsigned long long value = 0;
    int overflow = 0;
    const char *digits = p;
    for (int digit; (digit = digit_value(*p)) < base; p++) {
        if (overflow || value > (limit - digit) / base)
            overflow = 1;
        else
            value = value * base + digit;
    }
    if (end)
        *end = (char *)(p == digits ? s : p);
    if (overflow) {
        *__errno_location() = 34;
        if (!is_signed)
            return most;
        value = limit;
    }
    return negative ? -value : value;
}

long strtol(const char *s, char **end, int base) {
    return (long)whole_number(s, end, base, ~0ul >> 1, 1);
}

long __isoc23_strtol(const char *s, char **end, int base) {
    return strtol(s, end, base);
}

long __strtol_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return strtol(s, end, base);
}

unsigned long strtoul(const char *s, char **end, int base) {
    return (unsigned long)whole_number(s, end, base, ~0ul, 0);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
    return strtoul(s, end, base);
}

unsigned long __strtoul_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return strtoul(s, end, base);
}

long long strtoll(const char *s, char **end, int base) {
    return (long long)whole_number(s, end, base, ~0ull >> 1, 1);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
    return strtoll(s, end, base);
}

long long strtoimax(const char *s, char **end, int base) {
    return strtoll(s, end, base);
}

long long strtoq(const char *s, char **end, int base) {
    return strtoll(s, end, base);
}

unsigned long long strtoull(const char *s, char **end, int base) {
    return whole_number(s, end, base, ~0ull, 0);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    return strtoull(s, end, base);
}

unsigned long long strtoumax(const char *s, char **end, int base) {
    return strtoull(s, end, base);
}

unsigned long long strtouq(const char *s, char **end, int base) {
    return strtoull(s, end, base);
}
