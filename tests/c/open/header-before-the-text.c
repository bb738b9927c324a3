// The caller's pointer leads behind a header of the same block. What is before it is found out like what is behind it.
//@ engines: sl auto
#include <stdlib.h>
struct header { unsigned length, room; char text[]; };
unsigned text_length(char *text) { //~ SAFE
    return ((struct header *)(text - sizeof(struct header)))->length;
}
void text_release(char *text) {
    if (text == NULL)
        return;
    free(text - sizeof(struct header));
}
