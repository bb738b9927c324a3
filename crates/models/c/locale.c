// Locales: which there are, and what they are called, is not known here. A program begins in the locale "C".

unsigned long strlen(const char *s);
int strcmp(const char *a, const char *b);
void *memcpy(void *dst, const void *src, unsigned long n);
_Bool __VERIFIER_nondet_bool(void);
int __fafnir_locale_is_foreign(void);
void __fafnir_set_foreign_locale(int is_so);
char *__fafnir_any_text(char *buffer, unsigned long size);
char *__result_of_setlocale(void);
char *__result_of_localeconv(void);
int __result_of_strcoll(void);
void __VERIFIER_assume(int condition);

enum { NAME = 80, LC_ALL = 6 };

// What all categories are called, if that is one name.
static char *name;

static char *some_name(void) {
    char *text = __result_of_setlocale();
    __VERIFIER_assume(text != 0);
    return text;
}

char *setlocale(int category, const char *locale) {
    static char standard[] = "C";
    static char foreign[NAME];
    if (category < 0 || category > 12)
        return 0;
    if (!locale)
        return !__fafnir_locale_is_foreign() ? standard : name ? name : some_name();
    if (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0) {
        if (category == LC_ALL)
            __fafnir_set_foreign_locale(0);
        else
            name = 0;
        return standard;
    }
    if (__VERIFIER_nondet_bool())
        return 0;
    __fafnir_set_foreign_locale(1);
    // The environment says which it is, or the name does.
    char *new;
    unsigned long length = strlen(locale);
    if (length == 0)
        new = __fafnir_any_text(foreign, NAME);
    else if (length < NAME)
        new = memcpy(foreign, locale, length + 1);
    else
        new = some_name();
    name = category == LC_ALL ? new : 0;
    return new;
}

int strcoll(const char *a, const char *b) {
    int order = strcmp(a, b);
    return __fafnir_locale_is_foreign() ? __result_of_strcoll() : order;
}

struct conventions {
    char *texts[10];
    char numbers[14];
};

// Those of the locale "C", those of de_DE.UTF-8, or any others.
struct conventions *localeconv(void) {
    static struct conventions standard = {
        {".", "", "", "", "", "", "", "", "", ""},
        {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127},
    };
    static struct conventions german = {
        {",", ".", "\3\3", "EUR ", "\xe2\x82\xac", ",", ".", "\3\3", "", "-"},
        {2, 2, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1},
    };
    static struct conventions others;
    if (!__fafnir_locale_is_foreign())
        return &standard;
    if (__VERIFIER_nondet_bool())
        return &german;
    for (int i = 0; i < 10; i++) {
        others.texts[i] = __result_of_localeconv();
        __VERIFIER_assume(others.texts[i] != 0);
    }
    for (int i = 0; i < 14; i++)
        others.numbers[i] = (char)((unsigned long)__result_of_localeconv() & 127);
    return &others;
}
