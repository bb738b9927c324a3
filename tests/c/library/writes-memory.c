// What the library writes is not known: no proof, and no violation.
//@ engines: interp smg hunt
#include <assert.h>
#include <time.h>
int main(void) {
    struct tm tm = { 0 };
    strptime("2024-03-01", "%Y-%m-%d", &tm);
    assert(tm.tm_mon == 0);
    return 0;
}
//~ UNKNOWN unsupported
