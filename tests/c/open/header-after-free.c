// The header is read after its block was freed.
//@ engines: sl auto
#include <stdlib.h>
struct header { unsigned length, room; char text[]; };
unsigned text_release(char *text) {
    struct header *header = (struct header *)(text - sizeof(struct header));
    free(header);
    return header->length; //~ ERROR use-after-free
}
