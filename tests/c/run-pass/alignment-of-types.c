// _Alignof asks how a type lies in structures, __alignof__ how the compiler likes it; in ILP32 they differ.
#include <stdio.h>
struct s { double d; long long l; };
double d;
long long l;
struct s v;
double a[2];
double *pd;
int main(void) {
    printf("%d %d %d %d\n", (int)__alignof__(double), (int)__alignof__(long long), (int)__alignof__(double[2]), (int)__alignof__(struct s));
    printf("%d %d %d\n", (int)__alignof(unsigned long long), (int)__alignof__(const double), (int)__alignof__(long));
    printf("%d %d %d %d %d\n", (int)__alignof__(d), (int)__alignof__(l), (int)__alignof__(v), (int)__alignof__(a), (int)__alignof__(v.d));
    printf("%d %d\n", (int)__alignof__(*pd), (int)__alignof__(a[0]));
    printf("%d %d %d %d\n", (int)_Alignof(double), (int)_Alignof(long long), (int)_Alignof(double[2]), (int)_Alignof(struct s));
    printf("%d %d\n", (int)_Alignof(d), (int)_Alignof(v.l));
    printf("%d %d %d %d\n", (int)sizeof(_Complex int), (int)sizeof(_Complex char), (int)sizeof(_Complex long), (int)sizeof(_Complex long long));
    return 0;
}
