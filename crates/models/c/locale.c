// Locales: which there are, and what they are called, is not known here.

int strcmp(const char *a, const char *b);
_Bool __VERIFIER_nondet_bool(void);
char __result_of_setlocale(void);
int __result_of_strcoll(void);

static _Bool is_foreign;

char *setlocale(int category, const char *locale) {
    static char standard[] = "C";
    static char foreign[64];
    (void)category;
    if (!locale)
        return is_foreign ? foreign : standard;
    if (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        return is_foreign ? foreign : standard;
    if (__VERIFIER_nondet_bool())
        return 0;
    is_foreign = 1;
    for (int i = 0; i < 63; i++)
        foreign[i] = __result_of_setlocale();
    return foreign;
}

int strcoll(const char *a, const char *b) {
    int order = strcmp(a, b);
    return is_foreign ? __result_of_strcoll() : order;
}

struct conventions {
    char *texts[10];
    char numbers[14];
};

struct conventions *localeconv(void) {
    static struct conventions standard = {
        {".", "", "", "", "", "", "", "", "", ""},
        {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127},
    };
    return &standard;
}
