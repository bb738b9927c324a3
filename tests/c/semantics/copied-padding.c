// Bytes of padding that are copied are the same bytes.
//@ engines: hunt
//@ property: unreach-call
#include <string.h>
extern void reach_error(void);
struct s {
    char a;
    int b;
};
int main(void) {
    struct s x, y;
    x.a = 1;
    x.b = 2;
    memcpy(&y, &x, sizeof x);
    if (memcmp(&x, &y, sizeof x) != 0)
        reach_error();
    return 0;
}
//~ SAFE
