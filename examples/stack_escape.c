/*
 * A parser keeps the address of a local variable. While the block runs all
 * is well; after its closing brace the variable is gone.
 *
 * fafnir check examples/stack_escape.c: Violated (out-of-scope), with the
 * place where the variable was declared and where its life ended.
 */
#include <stdio.h>

struct option {
    const char *name;
    const int *value;
};

static struct option parse(const char *name, const char *text, struct option old)
{
    if (text) {
        int value = 0;
        while (*text >= '0' && *text <= '9')
            value = 10 * value + (*text++ - '0');
        old.name = name;
        old.value = &value;
    }
    return old;
}

int main(void)
{
    static const int none = 0;
    struct option depth = { "none", &none };
    depth = parse("depth", "42", depth);
    printf("%s = %d\n", depth.name, *depth.value);
    return 0;
}
