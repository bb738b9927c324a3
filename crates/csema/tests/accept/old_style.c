/* K&R definitions, implicit functions and ints: as old code has them. */
static counter;                                      //~ WARNING defaults to 'int'
add(a, b)                                            //~ WARNING defaults to 'int'
    int a;
    char b;
{
    return a + b;
}
double scale(f, p, n, fn) float f; char *p; register short n; int (*fn)(); { n++; return f * n + *p + fn(n, f); }
int unprototyped();
int with_prototype(char c, float f);
int with_prototype(c, f) char c; float f; { return c + f; }
int main(argc, argv) int argc; char **argv; {
    char *p = malloc(10);                            //~ WARNING implicit declaration of library function 'malloc'
    strcpy(p, "x");                                  //~ WARNING implicit declaration of library function 'strcpy'
    undeclared(1, 2.5f, p);                          //~ WARNING implicit declaration of function 'undeclared'
    undeclared();
    unprototyped(argc, 'c');
    int i = p;                                       //~ WARNING integer from pointer
    p = i;                                           //~ WARNING pointer from integer
    int *q = argv;                                   //~ WARNING incompatible pointer type
    if (p == q) i = 1;                               //~ WARNING distinct pointer types
    { extern int later_defined; i = later_defined; }
    exit(add(1, 2) + scale(1.0, p, 3, add) + later());   //~ WARNING 'exit' | WARNING 'later'
}
int later_defined = 4;
int later(void) { return 5; }
void no_value() { return 3; }
int no_return() { return; }
