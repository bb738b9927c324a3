// If the flag is set, the buffer is freed.
//@ engines: sl auto
#include <stdlib.h>
struct buffer { char *data; int owned; };
void buffer_free(struct buffer *b) { //~ SAFE
    if (b->owned)
        free(b->data);
    free(b);
}
