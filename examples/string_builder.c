/*
 * A string that grows. `last_word` points into the text, and the next append
 * may move the text elsewhere.
 *
 * fafnir check examples/string_builder.c: Violated (use-after-free): the
 * block that `last_word` points to was freed by `realloc`.
 */
#include <stdlib.h>
#include <string.h>

struct builder {
    char *text;
    size_t length, capacity;
};

static void append(struct builder *b, const char *text)
{
    size_t more = strlen(text);
    if (b->length + more + 1 > b->capacity) {
        size_t capacity = 2 * (b->length + more + 1);
        char *grown = realloc(b->text, capacity);
        if (!grown)
            abort();
        b->text = grown;
        b->capacity = capacity;
    }
    memcpy(b->text + b->length, text, more + 1);
    b->length += more;
}

int main(void)
{
    struct builder b = { NULL, 0, 0 };
    append(&b, "hello ");
    char *last_word = b.text + b.length;
    append(&b, "world");
    append(&b, ", and good night");
    if (last_word[0] == 'w')
        last_word[0] = 'W';
    free(b.text);
    return 0;
}
