// The function itself asks for the limit, and goes wrong whenever it is not positive.
//@ engines: sl auto
#include <stdlib.h>
#include <string.h>
struct database { int limit; int errors; };
int report(struct database *db) {
    char base[8] = "failed", *message = base;
    if (db->limit > 0) {
        message = malloc(8);
        memcpy(message, base, 8);
    }
    db->errors += message[0] == 'f';
    free(message); //~ ERROR non-heap-free
    return db->errors;
}
