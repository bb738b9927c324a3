/*
 * Two owners of one buffer: the copy of a message shares its text with the
 * original, and both are released.
 *
 * fafnir check examples/double_free.c: Violated (double-free), with the
 * place of the first `free`.
 */
#include <stdlib.h>
#include <string.h>

struct message {
    size_t length;
    char *text;
};

static struct message message_new(const char *text)
{
    struct message message = { strlen(text), malloc(strlen(text) + 1) };
    if (!message.text)
        abort();
    memcpy(message.text, text, message.length + 1);
    return message;
}

static void message_release(struct message *message)
{
    free(message->text);
    message->text = NULL;
}

int main(void)
{
    struct message original = message_new("hello");
    struct message copy = original; /* copies the pointer, not the text */

    message_release(&copy);
    message_release(&original);
    return 0;
}
