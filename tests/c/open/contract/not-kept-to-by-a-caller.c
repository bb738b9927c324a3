// What a contract asks of its callers.
//@ engines: sl auto
#include <stddef.h>
#ifdef __FAFNIR__
#define CONTRACT(...) __attribute__((fafnir_contract(__VA_ARGS__)))
#else
#define CONTRACT(...)
#endif
void fill(char *bytes, size_t number) CONTRACT(nonnull(bytes), writes(bytes, number));
int sum(const int *element, int number) CONTRACT(reads(element, number * sizeof *element));

int null(void) {
    fill(0, 3); //~ ERROR assertion-failed
    return 0;
}
int read_too_far(void) {
    int element[4] = {1, 2, 3, 4};
    return sum(element, 5); //~ ERROR out-of-bounds
}
void written_too_far(void) {
    char bytes[8];
    fill(bytes, 9); //~ ERROR out-of-bounds
}
