// Direct, indirect, variadic and noreturn calls, variable arguments, and calls that are builtins.
typedef __builtin_va_list va_list;
int printf(const char *, ...);
_Noreturn void fail(int);
void *alloc(unsigned long);

int sum(int n, ...) {
    va_list ap;
    __builtin_va_start(ap, n);
    int total = 0;
    while (n--) total += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return total;
}

int indirect(int (*f)(int, ...), int (**table)(void), int i) {
    if (i > 3) fail(i);
    char *p = __builtin_alloca(i);
    p[0] = 'x';
    printf("%s %f\n", p, 1.5f);
    return f(2, i, table[i]()) + (*f)(0) + sum(1, __builtin_popcount(i));
}

int missing_return(int c) { if (c) return 1; }
int main(void) { alloc(3); }
