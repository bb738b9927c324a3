// Only if the limit in the caller's structure is not positive, the address of the local goes out. A helper asks for that, on behalf of others.
//@ engines: sl auto
#include <stdlib.h>
#include <string.h>
struct database { int limit; int errors; };
struct text { char *at; int used, limit; };
static char *finish(struct text *t) {
    if (t->limit > 0) {
        char *copy = malloc(t->used + 1ul);
        memcpy(copy, t->at, t->used + 1ul);
        return copy;
    }
    return t->at;
}
int report(struct database *db) { //~ NOT-PROVED
    char base[8] = "failed";
    struct text t = {base, 6, db->limit};
    char *message = finish(&t);
    db->errors += message[0] == 'f';
    free(message);
    return db->errors;
}
