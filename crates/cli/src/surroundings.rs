//! The environment of this process and that the standard input is the real one, for programs that `fafnir run` executes.

use crate::export::literal;
use crate::preprocess::Text;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt as _;

/// Functions as glibc has them. What is set stays where it is; there is room for a bounded number of variables only.
const FUNCTIONS: &str = r"
int __fafnir_standard_input_is_real(void) {
    return 1;
}

char **environ = __fafnir_variables;

unsigned long strlen(const char *s);
int strncmp(const char *a, const char *b, unsigned long n);
char *strchr(const char *s, int c);
void *memcpy(void *dst, const void *src, unsigned long n);
int *__errno_location(void);

enum { MORE = 256, TEXT = 65536 };
static char text[TEXT];
static unsigned long used;

static int fails(int reason) {
    *__errno_location() = reason;
    return -1;
}

static char **place_of(const char *name, unsigned long length) {
    if (environ)
        for (char **variable = environ; *variable; variable++)
            if (strncmp(*variable, name, length) == 0 && (*variable)[length] == '=')
                return variable;
    return 0;
}

char *getenv(const char *name) {
    unsigned long length = strlen(name);
    char **variable = length ? place_of(name, length) : 0;
    return variable ? *variable + length + 1 : 0;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

// The variables move to a table with room for more when the first one is added.
static int put(char *whole, unsigned long length) {
    static char *table[COUNT + MORE + 1];
    char **variable = place_of(whole, length);
    if (variable) {
        *variable = whole;
        return 0;
    }
    unsigned long count = 0;
    if (environ)
        while (environ[count])
            count++;
    if (count >= COUNT + MORE)
        return fails(12);
    if (environ != table) {
        for (unsigned long i = 0; i < count; i++)
            table[i] = environ[i];
        environ = table;
    }
    table[count] = whole;
    table[count + 1] = 0;
    return 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    if (!name || !*name || strchr(name, '='))
        return fails(22);
    unsigned long length = strlen(name), more = strlen(value);
    if (!overwrite && place_of(name, length))
        return 0;
    if (length + more + 2 > TEXT - used)
        return fails(12);
    char *whole = text + used;
    memcpy(whole, name, length);
    whole[length] = '=';
    memcpy(whole + length + 1, value, more + 1);
    used += length + more + 2;
    return put(whole, length);
}

int unsetenv(const char *name) {
    if (!name || !*name || strchr(name, '='))
        return fails(22);
    for (char **variable; (variable = place_of(name, strlen(name)));)
        do
            variable[0] = variable[1];
        while (*variable++);
    return 0;
}

int putenv(char *whole) {
    char *end = strchr(whole, '=');
    if (!end)
        return unsetenv(whole);
    return put(whole, (unsigned long)(end - whole));
}

int clearenv(void) {
    environ = 0;
    return 0;
}
";

/// A model of the functions that look at the environment, with these variables.
pub(crate) fn environment(variables: impl Iterator<Item = (OsString, OsString)>) -> Text {
    let mut texts = String::new();
    let mut list = String::new();
    let mut count = 0;
    for (name, value) in variables {
        let whole = [name.as_bytes(), b"=", value.as_bytes()].concat();
        let _ = writeln!(texts, "static char variable{count}[] = {};", literal(&whole));
        let _ = write!(list, "variable{count}, ");
        count += 1;
    }
    let text = format!(
        "enum {{ COUNT = {count} }};\n{texts}static char *__fafnir_variables[] = {{ {list}0 }};\n{FUNCTIONS}"
    );
    Text {
        name: "<model environment of this process>".to_owned(),
        bytes: text.into_bytes(),
        original: None,
        fresh: true,
    }
}
