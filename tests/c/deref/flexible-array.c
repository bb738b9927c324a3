// A structure with a flexible array member, allocated with room for three.
#include <stdlib.h>
struct message { unsigned length; char text[]; };
int main(void) {
    struct message *m = malloc(sizeof *m + 3);
    m->length = 3;
    for (unsigned i = 0; i < m->length; i++)
        m->text[i] = 'a';
    m->text[m->length] = 0; //~ ERROR out-of-bounds
    free(m);
    return 0;
}
