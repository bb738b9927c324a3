// Models of the functions that copy a whole string.

void *malloc(unsigned long size);
void *memcpy(void *dst, const void *src, unsigned long n);
unsigned long strlen(const char *s);

// The last byte that is copied is zero: who knows bytes by their places only sees it where it is written.
char *strcpy(char *dst, const char *src) {
    unsigned long length = strlen(src);
    memcpy(dst, src, length + 1);
    dst[length] = 0;
    return dst;
}

char *__strcpy_chk(char *dst, const char *src, unsigned long room) {
    (void)room;
    return strcpy(dst, src);
}

char *stpcpy(char *dst, const char *src) {
    unsigned long length = strlen(src);
    memcpy(dst, src, length + 1);
    dst[length] = 0;
    return dst + length;
}

char *__stpcpy(char *dst, const char *src) {
    return stpcpy(dst, src);
}

char *__stpcpy_chk(char *dst, const char *src, unsigned long room) {
    (void)room;
    return stpcpy(dst, src);
}

char *strcat(char *dst, const char *src) {
    strcpy(dst + strlen(dst), src);
    return dst;
}

char *__strcat_chk(char *dst, const char *src, unsigned long room) {
    (void)room;
    return strcat(dst, src);
}

char *strdup(const char *s) {
    unsigned long length = strlen(s);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, s, length + 1);
        copy[length] = 0;
    }
    return copy;
}

char *__strdup(const char *s) {
    return strdup(s);
}
