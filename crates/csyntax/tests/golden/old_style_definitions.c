// K&R definitions and implicit int.
main() { return 0; }
plus(a, b) { return a + b; }
int minus(a, b) int a, b; { return a - b; }
char *mixed(s, n, f, array) register char *s; int n; int (*f)(); short array[4]; { return f(n, array) ? s : 0; }
static unsigned long none() { return 0; }
typedef int T;
T with_typedef(x) T *x; { return *x; }
double (*pointer(which))() int which; { return 0; }
void with_struct(p) struct local { int m; } *p; { p->m = 1; }
static implicit_static = 3;
const implicit_const = 4;
extern implicit_extern;
file_scope_int;
static implicit_pointer(), *another();
int unpromoted(c, s, f) char c; short s; float f; { return c + s + f; }
void undeclared_parameter(x, y) int y; { x = y; }
int attributed(x) int x __attribute__((unused)); { return 0; }
