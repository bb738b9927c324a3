// Models of the functions that copy a whole string.

void *malloc(unsigned long size);
void *memcpy(void *dst, const void *src, unsigned long n);
unsigned long strlen(const char *s);

char *strcpy(char *dst, const char *src) {
    return memcpy(dst, src, strlen(src) + 1);
}

char *__strcpy_chk(char *dst, const char *src, unsigned long room) {
    (void)room;
    return memcpy(dst, src, strlen(src) + 1);
}

char *stpcpy(char *dst, const char *src) {
    unsigned long length = strlen(src);
    memcpy(dst, src, length + 1);
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
    memcpy(dst + strlen(dst), src, strlen(src) + 1);
    return dst;
}

char *__strcat_chk(char *dst, const char *src, unsigned long room) {
    (void)room;
    return strcat(dst, src);
}

char *strdup(const char *s) {
    unsigned long size = strlen(s) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, s, size) : 0;
}

char *__strdup(const char *s) {
    return strdup(s);
}
