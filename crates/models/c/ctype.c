// <ctype.h> as in glibc. A character is an unsigned char or EOF. For others glibc looks into its table all the same: it has entries
// for -128..-2, which C does not promise, and nothing beyond.

_Bool __VERIFIER_nondet_bool(void);
int __fafnir_class_is_a_number(void);
int __fafnir_like_glibc(void);
int __fafnir_locale_is_foreign(void);
int __result_of_isalpha(void);
int __result_of_tolower(void);
int __result_of_toupper(void);

static const char entries[384];

static void look_at(int c) {
    if (c >= -1 && c <= 255)
        return;
    char entry = entries[(long)c + 128];
    if (__result_of_isalpha())
        entry = entries[-1];
    (void)entry;
}

// What is true is one bit of the table's entry, or 1 where the compiler computes it. Beyond ASCII it depends on the locale.
static int answer(_Bool is_true, int c, int bit) {
    look_at(c);
    if (c > 127 && __fafnir_locale_is_foreign())
        is_true = __result_of_isalpha() != 0;
    if (!is_true)
        return 0;
    return __fafnir_class_is_a_number() && !__fafnir_like_glibc() && __VERIFIER_nondet_bool() ? 1 : bit;
}

static _Bool is_upper(int c) {
    return c >= 'A' && c <= 'Z';
}

static _Bool is_lower(int c) {
    return c >= 'a' && c <= 'z';
}

static _Bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

int isupper(int c) {
    return answer(is_upper(c), c, 256);
}

int islower(int c) {
    return answer(is_lower(c), c, 512);
}

int isalpha(int c) {
    return answer(is_upper(c) || is_lower(c), c, 1024);
}

int isdigit(int c) {
    return answer(is_digit(c), c, 2048);
}

int isalnum(int c) {
    return answer(is_upper(c) || is_lower(c) || is_digit(c), c, 8);
}

int isxdigit(int c) {
    return answer(is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'), c, 4096);
}

int isblank(int c) {
    return answer(c == ' ' || c == '\t', c, 1);
}

int isspace(int c) {
    return answer(c == ' ' || (c >= '\t' && c <= '\r'), c, 8192);
}

int iscntrl(int c) {
    return answer((c >= 0 && c < 32) || c == 127, c, 2);
}

int isprint(int c) {
    return answer(c >= 32 && c < 127, c, 16384);
}

int isgraph(int c) {
    return answer(c > 32 && c < 127, c, 32768);
}

int ispunct(int c) {
    return answer(c > 32 && c < 127 && !is_upper(c) && !is_lower(c) && !is_digit(c), c, 4);
}

int isascii(int c) {
    return c >= 0 && c < 128;
}

int toascii(int c) {
    return c & 127;
}

// glibc leaves alone what is no character, which C does not promise.
static _Bool may_be_changed(int c) {
    // Turkish has two letters i.
    _Bool is_special = c > 127 || c == 'i' || c == 'I';
    return c < -1 || c > 255 || is_special && __fafnir_locale_is_foreign();
}

int tolower(int c) {
    if (may_be_changed(c))
        return __result_of_tolower();
    return is_upper(c) ? c + 32 : c;
}

int toupper(int c) {
    if (may_be_changed(c))
        return __result_of_toupper();
    return is_lower(c) ? c - 32 : c;
}

int _tolower(int c) {
    return c + 32;
}

int _toupper(int c) {
    return c - 32;
}
