// Models of <stdio.h> functions.

void *malloc(unsigned long size);
int getchar(void);
int vsnprintf(char *dst, unsigned long n, const char *format, __builtin_va_list arguments);

int vasprintf(char **out, const char *format, __builtin_va_list arguments) {
    __builtin_va_list again;
    __builtin_va_copy(again, arguments);
    int length = vsnprintf(0, 0, format, arguments);
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

// Every stream that is read is the same endless sequence of nondeterministic characters.
char *fgets(char *dst, int n, void *stream) {
    (void)stream;
    if (n <= 0)
        return 0;
    int i = 0;
    while (i < n - 1) {
        int c = getchar();
        if (c < 0) {
            if (i == 0)
                return 0;
            break;
        }
        dst[i++] = (char)c;
        if (c == '\n')
            break;
    }
    dst[i] = 0;
    return dst;
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

unsigned long fread(void *dst, unsigned long size, unsigned long count, void *stream) {
    (void)stream;
    char *bytes = dst;
    for (unsigned long i = 0; i < count; i++)
        for (unsigned long j = 0; j < size; j++) {
            int c = getchar();
            if (c < 0)
                return i;
            bytes[i * size + j] = (char)c;
        }
    return size ? count : 0;
}
