// If the flag is set, the buffer is freed twice.
//@ engines: sl auto
#include <stdlib.h>
struct buffer { char *data; int owned; };
void buffer_free(struct buffer *b) {
    if (b->owned)
        free(b->data);
    free(b->data); //~ ERROR double-free
    free(b);
}
