// The variables of the environment. What the program does not set itself is there or not, with any value, and stays so.

_Bool __VERIFIER_nondet_bool(void);
unsigned long strlen(const char *s);
int strcmp(const char *a, const char *b);
char *strchr(const char *s, int c);
void *memcpy(void *dst, const void *src, unsigned long n);
void *malloc(unsigned long size);
void free(void *block);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
char *__fafnir_any_text(char *buffer, unsigned long size);
void __other_behaviour_of_getenv(void);

// How many variables are known, and how long their names and values may be.
enum { VARIABLES = 4, NAME = 24, VALUE = 64, VALUES = 6 };

struct variable {
    char name[NAME];
    char *value;
};

static struct variable variables[VARIABLES];
static int known;
// All that were there at the beginning are gone.
static _Bool is_cleared;

// As in glibc, a value stays where it is also after the variable has another one.
static char values[VALUES][VALUE];
static int used;

static char *place_of_value(void) {
    if (used == VALUES)
        __other_behaviour_of_getenv();
    return values[used++];
}

static struct variable *find(const char *name) {
    for (int i = 0; i < known; i++)
        if (strcmp(variables[i].name, name) == 0)
            return &variables[i];
    return 0;
}

// A place for a variable that is not known yet.
static struct variable *add(const char *name) {
    unsigned long length = strlen(name);
    if (known == VARIABLES || length >= NAME)
        __other_behaviour_of_getenv();
    struct variable *variable = &variables[known++];
    memcpy(variable->name, name, length + 1);
    return variable;
}

// As it was when the program began.
static struct variable *inherited(const char *name) {
    struct variable *variable = find(name);
    if (!variable) {
        variable = add(name);
        if (!is_cleared && __VERIFIER_nondet_bool())
            variable->value = __fafnir_any_text(place_of_value(), VALUE);
    }
    return variable;
}

char *getenv(const char *name) {
    if (!*name || strchr(name, '='))
        return 0;
    return inherited(name)->value;
}

// It gives nothing to programs that have other rights than their user.
char *secure_getenv(const char *name) {
    static _Bool is_known, is_secure;
    if (!is_known) {
        is_known = 1;
        is_secure = __VERIFIER_nondet_bool();
    }
    return is_secure ? 0 : getenv(name);
}

// A variable that is set needs memory, and nothing else.
static _Bool has_memory(void) {
    void *block = malloc(1);
    free(block);
    return block;
}

int setenv(const char *name, const char *value, int overwrite) {
    unsigned long length = strlen(value);
    if (!name || !*name || strchr(name, '='))
        return __fafnir_fails_with(22);
    if (!has_memory())
        return __fafnir_fails_with(12);
    __fafnir_succeeds();
    struct variable *variable = overwrite ? find(name) : inherited(name);
    if (!variable)
        variable = add(name);
    if (!overwrite && variable->value)
        return 0;
    if (length >= VALUE)
        __other_behaviour_of_getenv();
    variable->value = memcpy(place_of_value(), value, length + 1);
    return 0;
}

int unsetenv(const char *name) {
    if (!name || !*name || strchr(name, '='))
        return __fafnir_fails_with(22);
    __fafnir_succeeds();
    struct variable *variable = find(name);
    if (!variable)
        variable = add(name);
    variable->value = 0;
    return 0;
}

// The text itself becomes part of the environment: whoever changes it changes the variable.
int putenv(char *whole) {
    char *end = strchr(whole, '=');
    if (!end)
        return unsetenv(whole);
    if (!has_memory())
        return __fafnir_fails_with(12);
    __fafnir_succeeds();
    unsigned long length = (unsigned long)(end - whole);
    char name[NAME];
    if (length >= NAME)
        __other_behaviour_of_getenv();
    memcpy(name, whole, length);
    name[length] = 0;
    struct variable *variable = find(name);
    if (!variable)
        variable = add(name);
    variable->value = end + 1;
    return 0;
}

int clearenv(void) {
    is_cleared = 1;
    for (int i = 0; i < known; i++)
        variables[i].value = 0;
    return 0;
}
