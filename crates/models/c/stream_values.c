// Functions that ask a stream something, or read and write binary numbers. The stream must be open.

void flockfile(void *stream);
void funlockfile(void *stream);
int fgetc(void *stream);
int fputc(int c, void *stream);
unsigned long __result_of___fpending(void);
int __result_of_fwide(void);

static void look_at(void *stream) {
    flockfile(stream);
    funlockfile(stream);
}

unsigned long __fpending(void *stream) {
    look_at(stream);
    return __result_of___fpending();
}

unsigned long __fbufsize(void *stream) {
    look_at(stream);
    return __result_of___fpending();
}

int __freading(void *stream) {
    look_at(stream);
    return __result_of_fwide();
}

int __fwriting(void *stream) {
    look_at(stream);
    return __result_of_fwide();
}

int __freadable(void *stream) {
    look_at(stream);
    return __result_of_fwide();
}

int __fwritable(void *stream) {
    look_at(stream);
    return __result_of_fwide();
}

int __flbf(void *stream) {
    look_at(stream);
    return __result_of_fwide();
}

void __fpurge(void *stream) {
    look_at(stream);
}

int __fsetlocking(void *stream, int type) {
    (void)type;
    look_at(stream);
    return __result_of_fwide();
}

int fwide(void *stream, int mode) {
    (void)mode;
    look_at(stream);
    return __result_of_fwide();
}

int getw(void *stream) {
    unsigned word = 0;
    for (int i = 0; i < 4; i++) {
        int c = fgetc(stream);
        if (c < 0)
            return -1;
        word |= (unsigned)c << 8 * i;
    }
    return (int)word;
}

int putw(int word, void *stream) {
    for (int i = 0; i < 4; i++)
        if (fputc((int)((unsigned)word >> 8 * i & 255), stream) < 0)
            return -1;
    return 0;
}
