// Terminals and other devices: a call succeeds or fails, and what the system stores is anything.

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
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

static int succeeds_or_fails(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

int tcflush(int file, int which) {
    (void)file;
    (void)which;
    return succeeds_or_fails();
}

int tcflow(int file, int action) {
    (void)file;
    (void)action;
    return succeeds_or_fails();
}

int tcdrain(int file) {
    (void)file;
    return succeeds_or_fails();
}

int tcsendbreak(int file, int duration) {
    (void)file;
    (void)duration;
    return succeeds_or_fails();
}

// Which speeds there are, and where they are kept, depends on the version of the library.
unsigned cfgetospeed(const struct termios *mode) {
    return mode->cflag & 010017;
}

unsigned cfgetispeed(const struct termios *mode) {
    return mode->iflag & 020000000000 ? 0 : mode->cflag & 010017;
}

static _Bool is_speed(unsigned speed) {
    return speed <= 017 || (speed >= 010001 && speed <= 010017);
}

int cfsetospeed(struct termios *mode, unsigned speed) {
    if (!is_speed(speed))
        return __fafnir_fails_with(22);
    mode->ospeed = speed;
    mode->cflag = (mode->cflag & ~010017u) | speed;
    return 0;
}

int cfsetispeed(struct termios *mode, unsigned speed) {
    if (!is_speed(speed))
        return __fafnir_fails_with(22);
    mode->ispeed = speed;
    if (speed == 0) {
        mode->iflag |= 020000000000;
    } else {
        mode->iflag &= ~020000000000;
        mode->cflag = (mode->cflag & ~010017u) | speed;
    }
    return 0;
}

void cfmakeraw(struct termios *mode) {
    mode->iflag &= ~02753u;
    mode->oflag &= ~1u;
    mode->lflag &= ~0100113u;
    mode->cflag &= ~0460u;
    mode->cflag |= 060;
    mode->cc[6] = 1;
    mode->cc[5] = 0;
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
