// Pointers, arrays and functions around names, inside out.
int a, *b, **c, *const d = 0, *const volatile *restrict e;
int f[3], g[2][3], *h[3], (*i)[3], *(*j)[3];
int k(void), *l(int), (*m)(int, char), *(*n)(int), (*o[4])(int), (*(*p)[4])(int);
int (*q(int x))(char);
int (*(*r(int x, int (*cb)(int)))(char))[5];
void (*signal_like(int sig, void (*handler)(int)))(int);
int ((s)), (((t)))[2], ((*u)), (*(v))(void);
int variadic(const char *format, ...), old(), unnamed(int, char *, int[], int (*)(void), int(char));
char *const *volatile w[2][2];
extern int x[], y[][4];
int array_parameters(int n, int a[static 10], int b[const], int c[*], int d[restrict static n], int e[n][n + 1],
                     int f[const volatile *]);
int forward(int n; int a[n], int n);
int sum(int rows, int columns, int m[rows][columns]);
typedef int function_type(int), array_type[8], *pointer_type;
function_type one, two;
int casts(void *p) {
    return ((int (*)(int))p)(1) + (*(int (*)[3])p)[2] + **(int *const *)p + sizeof(int (*(*)(void))[2])
        + sizeof(int *[4]) + sizeof(int(void)) + (int)sizeof(char(*(*[2])(int))[3]);
}
int (parenthesised)(int x) { return x; }
static inline int *const returns_pointer(int *p) { return p; }
int (*returns_function_pointer(int which))(int) { return which ? one : two; }
