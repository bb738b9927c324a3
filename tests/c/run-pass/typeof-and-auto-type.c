// typeof of types and expressions, and __auto_type.
#include <stdio.h>

static int evaluated;
static int touch(void) { evaluated++; return 1; }

typeof(int *) pointer;
__typeof__(touch) *function = touch;
struct s { int member; typeof(char[4]) text; };

int main(void) {
    __auto_type a = 1.5;
    __auto_type b = &a;
    const typeof(a) c = a * 2;
    typeof(touch()) d = 7;
    typeof((short)1 + (short)2) e = 70000;
    typeof(((struct s *)0)->text) text = "abc";
    typeof(int[3]) array = {1, 2, 3};
    typeof(array[0]) *p = array + 1;
    pointer = p;
    *b += 1;
    printf("%.1f %.1f %d %d %s\n", a, c, d, e, text);
    printf("%d %d %d\n", *pointer, (int)sizeof(typeof(array)), evaluated);
    int called = function();
    printf("%d %d\n", called, evaluated);
    int n = 4;
    typeof(int[n++]) vla;
    printf("%d %d\n", (int)sizeof vla, n);
    __auto_type r = ({ __auto_type t = 'x'; t; });
    printf("%c %d\n", r, (int)sizeof r);
    return 0;
}
