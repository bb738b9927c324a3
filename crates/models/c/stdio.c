// Models of <stdio.h> functions.

void *malloc(unsigned long size);
int getchar(void);
int vsnprintf(char *dst, unsigned long n, const char *format, __builtin_va_list arguments);

int vasprintf(char **out, const char *format, __builtin_va_list arguments) {
    __builtin_va_list again;
    __builtin_va_copy(again, arguments);
    int length = vsnprintf(0, 0, format, arguments);
    if (length < 0) {
        __builtin_va_end(again);
        return -1;
    }
    char *text = malloc((unsigned long)length + 1);
    if (text)
        vsnprintf(text, (unsigned long)length + 1, format, again);
    __builtin_va_end(again);
    if (!text)
        return -1;
    *out = text;
    return length;
}

int asprintf(char **out, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vasprintf(out, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

// Nothing says how much fits: a long line goes beyond any array.
char *gets(char *dst) {
    unsigned long i = 0;
    for (;;) {
        int c = getchar();
        if (c < 0 && i == 0)
            return 0;
        if (c < 0 || c == '\n')
            break;
        dst[i++] = (char)c;
    }
    dst[i] = 0;
    return dst;
}
