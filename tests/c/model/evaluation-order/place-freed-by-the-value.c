// Whether the place or the value of an assignment is computed first is not said.
// Checked: C11 6.5.16p3.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
struct box {
    int *content;
};
static int release(struct box *box) {
    free(box->content);
    box->content = 0;
    return 1;
}
int main(void) { //~ NOT-PROVED
    struct box box = {malloc(sizeof(int))};
    if (!box.content)
        return 0;
    *box.content = release(&box);
    return 0;
}
