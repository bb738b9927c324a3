// The fortified printf family: what _FORTIFY_SOURCE turns printf into. The flag and the object size are not looked at:
// the machine checks bounds by itself.

int vprintf(const char *format, __builtin_va_list arguments);
int vfprintf(void *stream, const char *format, __builtin_va_list arguments);
int vsprintf(char *dst, const char *format, __builtin_va_list arguments);
int vsnprintf(char *dst, unsigned long n, const char *format, __builtin_va_list arguments);

int __vprintf_chk(int flag, const char *format, __builtin_va_list arguments) {
    (void)flag;
    return vprintf(format, arguments);
}

int __vfprintf_chk(void *stream, int flag, const char *format, __builtin_va_list arguments) {
    (void)flag;
    return vfprintf(stream, format, arguments);
}

int __vsprintf_chk(char *dst, int flag, unsigned long size, const char *format, __builtin_va_list arguments) {
    (void)flag;
    (void)size;
    return vsprintf(dst, format, arguments);
}

int __vsnprintf_chk(char *dst, unsigned long n, int flag, unsigned long size, const char *format, __builtin_va_list arguments) {
    (void)flag;
    (void)size;
    return vsnprintf(dst, n, format, arguments);
}

int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int n = vprintf(format, arguments);
    __builtin_va_end(arguments);
    return n;
}

int __fprintf_chk(void *stream, int flag, const char *format, ...) {
    (void)flag;
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int n = vfprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return n;
}

int __sprintf_chk(char *dst, int flag, unsigned long size, const char *format, ...) {
    (void)flag;
    (void)size;
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int n = vsprintf(dst, format, arguments);
    __builtin_va_end(arguments);
    return n;
}

int __snprintf_chk(char *dst, unsigned long n, int flag, unsigned long size, const char *format, ...) {
    (void)flag;
    (void)size;
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vsnprintf(dst, n, format, arguments);
    __builtin_va_end(arguments);
    return length;
}
