// <ctype.h> in the "C" locale. Arguments outside EOF..255 are undefined; these answer 0 for them.

int isupper(int c) {
    return c >= 'A' && c <= 'Z';
}

int islower(int c) {
    return c >= 'a' && c <= 'z';
}

int isalpha(int c) {
    return isupper(c) || islower(c);
}

int isdigit(int c) {
    return c >= '0' && c <= '9';
}

int isalnum(int c) {
    return isalpha(c) || isdigit(c);
}

int isxdigit(int c) {
    return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int isblank(int c) {
    return c == ' ' || c == '\t';
}

int isspace(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int iscntrl(int c) {
    return (c >= 0 && c < 32) || c == 127;
}

int isprint(int c) {
    return c >= 32 && c < 127;
}

int isgraph(int c) {
    return c > 32 && c < 127;
}

int ispunct(int c) {
    return isgraph(c) && !isalnum(c);
}

int isascii(int c) {
    return c >= 0 && c < 128;
}

int toascii(int c) {
    return c & 127;
}

int tolower(int c) {
    return isupper(c) ? c + 32 : c;
}

int toupper(int c) {
    return islower(c) ? c - 32 : c;
}

int _tolower(int c) {
    return c + 32;
}

int _toupper(int c) {
    return c - 32;
}
