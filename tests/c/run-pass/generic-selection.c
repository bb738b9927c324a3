// _Generic picks by type, after the controlling expression's conversions.
#include <stdio.h>

#define NAME(x) _Generic((x), \
    _Bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", short: "short", \
    int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", long long: "llong", \
    float: "float", double: "double", char *: "char*", const char *: "const char*", int *: "int*", \
    void (*)(void): "function", default: "other")

static void nothing(void) {}
static int side(int *counter) { return ++*counter; }

int main(void) {
    char c = 0;
    short s = 0;
    const int k = 1;
    int a[3] = {0};
    int counter = 0;
    printf("%s %s %s %s\n", NAME(c), NAME(+c), NAME(s), NAME(s + s));
    printf("%s %s %s %s\n", NAME(k), NAME(1u), NAME(1L), NAME('a'));
    printf("%s %s %s %s\n", NAME(1.0f), NAME(1.0f + 1), NAME("s"), NAME(a));
    printf("%s %s %s\n", NAME(nothing), NAME(&nothing), NAME((_Bool)1));
    printf("%s %s\n", NAME(1 ? 1 : 2L), NAME((void *)0));
    printf("%s %d\n", NAME(side(&counter)), counter);
    return _Generic(c, char: 0, default: 1);
}
