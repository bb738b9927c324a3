// One kind of value is freed, and then used.
//@ engines: sl auto
#include <stdlib.h>
struct value { int kind; char *text; };
char first(struct value *v) {
    switch (v->kind) {
    case 0:
        return 0;
    case 1:
        free(v->text);
        return v->text[0]; //~ ERROR use-after-free
    default:
        return v->text[0];
    }
}
