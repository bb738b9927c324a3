// K&R definitions: parameters arrive promoted and are converted to their declared type.
#include <stdio.h>

int narrow(c, s, f, u)
    char c;
    short s;
    float f;
    unsigned char u;
{
    return c + s + (int)(f * 4) + u;
}

int mixed(a, p, b)
    int a, b;
    const char *p;
{
    return a * 100 + p[1] - 'a' + b;
}

int address_taken(c)
    char c;
{
    char *p = &c;
    *p += 1;
    return c;
}

int defaults(x, y) { return x * y; }

static int unspecified();

int main() {
    printf("%d\n", narrow(300, 70000, 1.5, 511));
    printf("%d\n", mixed(2, "abc", 5));
    printf("%d\n", address_taken(255));
    printf("%d\n", defaults(6, 7));
    printf("%d\n", unspecified(1, 2));
    return 0;
}

static int unspecified(a, b) int a; int b; { return a - b; }
