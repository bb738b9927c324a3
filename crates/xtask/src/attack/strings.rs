//! Programs over strings whose length and letters are inputs with few values.

use super::Program;
use crate::mutate::Random;

/// Pieces of `main`, each right for a string `s` of `n` letters out of `a`, `b` and the comma, in an array of 8; each leaves it one.
const PIECES: &[&str] = &[
    "char *copy = malloc(strlen(s) + 1);
        strcpy(copy, s);
        if (strcmp(copy, s) != 0)
            reach_error();
        free(copy);",
    "char d[8];
        strcpy(d, s);
        if (strlen(d) != strlen(s))
            reach_error();",
    "char d[16];
        strcpy(d, s);
        strcat(d, s);
        if (strlen(d) != 2 * strlen(s))
            reach_error();",
    "char d[5];
        strncpy(d, s, 4);
        d[4] = 0;
        if (strlen(d) > 4)
            reach_error();",
    "char *comma = strchr(s, ',');
        if (comma)
            *comma = 0;
        if (strchr(s, ','))
            reach_error();",
    "char *last = strrchr(s, 'a');
        char *first = strchr(s, 'a');
        if (first && last < first)
            reach_error();
        if (last)
            *last = 'b';",
    "int count = 0;
        for (char *p = s; *p; p++) {
            if (*p == 'a')
                count = count + 1;
        }
        if (count > (int)strlen(s))
            reach_error();",
    "int length = (int)strlen(s);
        for (int i = 0; i < length / 2; i++) {
            char held = s[i];
            s[i] = s[length - 1 - i];
            s[length - 1 - i] = held;
        }",
    "char *copy = strdup(s);
        char *word = strtok(copy, \",\");
        int words = 0;
        while (word) {
            words = words + 1;
            if (strlen(word) == 0)
                reach_error();
            word = strtok(0, \",\");
        }
        if (words > 4)
            reach_error();
        free(copy);",
    "char d[8];
        int written = snprintf(d, sizeof d, \"%s!\", s);
        if (written != (int)strlen(s) + 1)
            reach_error();
        if (strlen(d) > 7)
            reach_error();",
    "char d[24];
        int written = sprintf(d, \"<%s:%d>\", s, input(-9, 9));
        if (written != (int)strlen(d))
            reach_error();",
    "unsigned long length = strlen(s);
        if (length > 0) {
            memmove(s, s + 1, length);
            if (strlen(s) != length - 1)
                reach_error();
        }",
    "unsigned long skip = strspn(s, \"a\");
        char d[8];
        strcpy(d, s + skip);
        if (d[0] == 'a')
            reach_error();",
    "unsigned long head = strcspn(s, \",\");
        char *d = malloc(head + 1);
        memcpy(d, s, head);
        d[head] = 0;
        if (strchr(d, ','))
            reach_error();
        free(d);",
    "char *found = strstr(s, \"ab\");
        if (found && (found[0] != 'a' || found[1] != 'b'))
            reach_error();
        if (found)
            found[1] = 'a';",
    "char d[12];
        char *end = stpcpy(d, s);
        strcpy(end, \"xyz\");
        if (strlen(d) != strlen(s) + 3)
            reach_error();",
    "char d[6];
        d[0] = 0;
        strncat(d, s, 5);
        if (strlen(d) > 5)
            reach_error();",
    "char *end = s;
        while (*end)
            end = end + 1;
        while (end > s && end[-1] == ',')
            end = end - 1;
        *end = 0;",
    "char d[8];
        int i = 0;
        while ((d[i] = s[i]) != 0)
            i = i + 1;
        if (strcmp(d, s) != 0)
            reach_error();",
    "char *tail = strndup(s, 3);
        if (strlen(tail) > 3)
            reach_error();
        free(tail);",
    "char number[8];
        int value = input(-99, 99);
        sprintf(number, \"%d\", value);
        if (atoi(number) != value)
            reach_error();",
    "int k = input(0, 7);
        if (k < (int)strlen(s))
            s[k] = 0;
        if ((int)strnlen(s, 8) > 7)
            reach_error();",
    "char *at = memchr(s, 0, 8);
        if (!at || at - s != (int)strlen(s))
            reach_error();",
    "char *any = strpbrk(s, \",b\");
        unsigned long before = any ? any - s : strlen(s);
        if (before != strcspn(s, \"b,\"))
            reach_error();",
];

/// A program that is right, before anybody changes it.
pub(super) fn generate(random: &mut Random) -> Program {
    let most = [2, 4, 7][random.below(3)];
    let mut text = format!("int @main(void) {{\n    char s[8];\n    int n = input(0, {most});\n");
    match random.below(3) {
        0 => text.push_str("    for (int i = 0; i < n; i++)\n        s[i] = \"ab,\"[i % 3];\n"),
        1 => text.push_str("    for (int i = 0; i < n; i++)\n        s[i] = 'a';\n"),
        _ => text.push_str(
            "    for (int i = 0; i < n; i++)\n        s[i] = i < 4 ? \"ab,\"[input(0, 2)] : 'b';\n",
        ),
    }
    text.push_str("    s[n] = 0;\n");
    for _ in 0..=random.below(3) {
        text.push_str(&format!("    {{\n        {}\n    }}\n", PIECES[random.below(PIECES.len())]));
    }
    text.push_str("    return 0;\n}\n");
    Program::new(text, String::new())
}
