// Shadowing, tentative definitions, extern declarations in blocks, typedef names reused as objects.
#include <stdio.h>
int value;
int value;
extern int value;
typedef int T;
static int f(T T) { return T + 1; }
static int counter(void) { static int n; { static int n = 10; n++; if (n > 12) return n; } return ++n; }
int value = 3;
int main(void) {
    int value = 1;
    {
        extern int value;
        printf("%d ", value);
        int x = value;
        {
            int value = x * 2;
            printf("%d ", value);
        }
    }
    printf("%d\n", value);
    T t = 4;
    struct T { T a; } s = { t };
    printf("%d %d\n", f(s.a), (int)sizeof(struct T));
    for (int i = 0; i < 4; i++)
        printf("%d ", counter());
    for (int value = 7; value < 8; value++) { int value = 0; printf("%d\n", value); }
    enum { LOCAL = 5 };
    return LOCAL + value;
}
