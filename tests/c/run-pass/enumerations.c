// Enumerations: values, the types that gcc gives them, in arithmetic and bit-fields.
#include <stdio.h>

enum plain { ZERO, ONE, TEN = 10, ELEVEN, NEGATIVE = -3, NEXT };
enum huge { SMALL = 1, LARGE = 0x100000000LL };
enum unsigned_big { TOP = 0xffffffffu };
enum { ANONYMOUS = ELEVEN * 2 };
enum forward;
enum forward { LATE = 4 };
typedef enum { OFF, ON } toggle;

static enum plain next(enum plain p) { return p + 1; }
static toggle flip(toggle t) { return !t; }

int main(void) {
    printf("%d %d %d %d\n", ELEVEN, NEXT, ANONYMOUS, LATE);
    printf("%d %d %d\n", (int)sizeof(enum plain), (int)sizeof(enum huge), (int)sizeof(enum unsigned_big));
    enum plain p = NEGATIVE;
    enum unsigned_big u = TOP;
    enum huge h = LARGE;
    printf("%d %d %d\n", p < 0, u > 0, h > 5);
    printf("%d %d\n", next(TEN), flip(ON));
    int counts[ANONYMOUS] = {[ONE] = 3, [TEN] = 4};
    printf("%d\n", counts[1] + counts[10]);
    enum { LOCAL = sizeof(counts) / sizeof(counts[0]) } l = LOCAL;
    printf("%d %lld\n", l, (long long)h);
    p++;
    p |= 8;
    printf("%d\n", p);
    return OFF;
}
