// Formatted output of wide characters. Each directive is printed by the function for narrow ones; what a directive has beside its
// conversion (flags, widths, precisions) is not followed.

typedef int wide;

_Bool __VERIFIER_nondet_bool(void);
unsigned long strlen(const char *s);
unsigned long wcslen(const wide *s);
int snprintf(char *dst, unsigned long n, const char *format, ...);
void flockfile(void *stream);
void funlockfile(void *stream);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
void __fafnir_printed(int result);
int __fafnir_wide_output_is_watched(void);
void __other_behaviour_of_wprintf(void);

// Where the text goes: nowhere that the program sees, or into so much room.
struct target {
    wide *dst;
    unsigned long room;
    unsigned long length;
    _Bool stored;
};

static void put(struct target *to, wide c) {
    if (to->stored && to->length + 1 < to->room)
        to->dst[to->length] = c;
    to->length++;
}

static void put_narrow(struct target *to, const char *s) {
    for (; *s; s++) {
        // Another locale has other characters there.
        if (*s < 0)
            __other_behaviour_of_wprintf();
        put(to, *s);
    }
}

static void put_wide(struct target *to, const wide *s) {
    for (; *s; s++)
        put(to, *s);
}

static void print(struct target *to, const wide *format, __builtin_va_list arguments) {
    char number[64];
    for (; *format; format++) {
        if (*format != '%') {
            put(to, *format);
            continue;
        }
        format++;
        _Bool is_long = 0;
        while (*format == 'l' || *format == 'z' || *format == 'j' || *format == 't') {
            is_long = 1;
            format++;
        }
        switch (*format) {
        case '%':
            put(to, '%');
            break;
        case 's':
            if (is_long)
                put_wide(to, __builtin_va_arg(arguments, const wide *));
            else
                put_narrow(to, __builtin_va_arg(arguments, const char *));
            break;
        case 'S':
            put_wide(to, __builtin_va_arg(arguments, const wide *));
            break;
        case 'c':
            put(to, __builtin_va_arg(arguments, int));
            break;
        case 'd':
        case 'i':
            if (is_long)
                snprintf(number, sizeof number, "%ld", __builtin_va_arg(arguments, long));
            else
                snprintf(number, sizeof number, "%d", __builtin_va_arg(arguments, int));
            put_narrow(to, number);
            break;
        case 'u':
            if (is_long)
                snprintf(number, sizeof number, "%lu", __builtin_va_arg(arguments, unsigned long));
            else
                snprintf(number, sizeof number, "%u", __builtin_va_arg(arguments, unsigned));
            put_narrow(to, number);
            break;
        case 'x':
            if (is_long)
                snprintf(number, sizeof number, "%lx", __builtin_va_arg(arguments, unsigned long));
            else
                snprintf(number, sizeof number, "%x", __builtin_va_arg(arguments, unsigned));
            put_narrow(to, number);
            break;
        default:
            __other_behaviour_of_wprintf();
        }
    }
}

static int printed(struct target *to) {
    if (!__fafnir_wide_output_is_watched())
        return (int)to->length;
    int result = __VERIFIER_nondet_bool() ? -1 : (int)to->length;
    __fafnir_printed(result);
    return result;
}

int vwprintf(const wide *format, __builtin_va_list arguments) {
    struct target to = { 0, 0, 0, 0 };
    print(&to, format, arguments);
    return printed(&to);
}

int wprintf(const wide *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vwprintf(format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int vfwprintf(void *stream, const wide *format, __builtin_va_list arguments) {
    flockfile(stream);
    funlockfile(stream);
    return vwprintf(format, arguments);
}

int fwprintf(void *stream, const wide *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vfwprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

// Too little room is an error, unlike for narrow characters; what fits is there all the same.
int vswprintf(wide *dst, unsigned long room, const wide *format, __builtin_va_list arguments) {
    struct target to = { dst, room, 0, 1 };
    print(&to, format, arguments);
    if (!room)
        return -1;
    if (to.length < room) {
        dst[to.length] = 0;
        return (int)to.length;
    }
    dst[room - 1] = 0;
    return -1;
}

int swprintf(wide *dst, unsigned long room, const wide *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vswprintf(dst, room, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int fputws(const wide *s, void *stream) {
    flockfile(stream);
    funlockfile(stream);
    struct target to = { 0, 0, 0, 0 };
    put_wide(&to, s);
    if (!__fafnir_wide_output_is_watched())
        return 1;
    int result = __VERIFIER_nondet_bool() ? -1 : 1;
    __fafnir_printed(result);
    return result;
}

wide fputwc(wide c, void *stream) {
    flockfile(stream);
    funlockfile(stream);
    if (!__fafnir_wide_output_is_watched())
        return c;
    wide result = __VERIFIER_nondet_bool() ? -1 : c;
    __fafnir_printed(result < 0 ? -1 : 1);
    return result;
}

wide putwc(wide c, void *stream) {
    return fputwc(c, stream);
}

wide putwchar(wide c) {
    if (!__fafnir_wide_output_is_watched())
        return c;
    wide result = __VERIFIER_nondet_bool() ? -1 : c;
    __fafnir_printed(result < 0 ? -1 : 1);
    return result;
}
