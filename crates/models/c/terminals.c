// Terminals and other devices: a call succeeds or fails, and what the system stores is anything.

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
int __fafnir_fails(void);
void __fafnir_succeeds(void);
void __other_behaviour_of_ioctl(void);

struct termios {
    unsigned iflag, oflag, cflag, lflag;
    unsigned char line, cc[32];
    unsigned ispeed, ospeed;
};

int tcgetattr(int file, struct termios *mode) {
    (void)file;
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    __VERIFIER_nondet_memory(mode, sizeof *mode);
    return 0;
}

int tcsetattr(int file, int when, const struct termios *mode) {
    (void)file;
    (void)when;
    struct termios copy = *mode;
    (void)copy;
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

// What follows the request depends on it; that for the size of the window is what programs ask.
int ioctl(int file, unsigned long request, ...) {
    (void)file;
    if (request != 0x5413)
        __other_behaviour_of_ioctl();
    __builtin_va_list arguments;
    __builtin_va_start(arguments, request);
    unsigned short *size = __builtin_va_arg(arguments, unsigned short *);
    __builtin_va_end(arguments);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    __VERIFIER_nondet_memory(size, 4 * sizeof *size);
    return 0;
}
