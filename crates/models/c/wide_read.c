// Input of wide characters. Those below 128 are one byte in every locale; others depend on it.

typedef int wide;

extern void *stdin;
int fgetc(void *stream);
int ungetc(int c, void *stream);
int ferror(void *stream);
int *__errno_location(void);
void __other_behaviour_of_fgetwc(void);

wide fgetwc(void *stream) {
    int c = fgetc(stream);
    if (c >= 128)
        __other_behaviour_of_fgetwc();
    return c;
}

wide getwc(void *stream) {
    return fgetwc(stream);
}

wide getwchar(void) {
    return fgetwc(stdin);
}

wide ungetwc(wide c, void *stream) {
    if (c >= 128)
        __other_behaviour_of_fgetwc();
    return ungetc(c, stream);
}

wide *fgetws(wide *dst, int room, void *stream) {
    if (room <= 0)
        return 0;
    int n = 0;
    while (n + 1 < room) {
        wide c = fgetwc(stream);
        if (c < 0) {
            // What was read before an error counts only if there is just nothing more yet.
            if (n == 0 || (ferror(stream) && *__errno_location() != 11))
                return 0;
            break;
        }
        dst[n++] = c;
        if (c == '\n')
            break;
    }
    dst[n] = 0;
    return dst;
}
