typedef __builtin_va_list va_list;
typedef typeof(sizeof 0) size_type;
struct pair { int a, b; };
struct pair make(int a, int b);
int printf(const char *, ...);

int statement_expressions(int n) {
    int m = ({ int t = n; t *= 2; t; });
    ({ m++; });
    struct pair p = ({ struct pair q = make(m, n); q; });
    int k = ({ again: if (m > 10) { m--; goto again; } m; });
    typeof(({ long l = n; l; })) wide = 3;
    return p.a + k + wide + ({ n; }) + sizeof(({ char c; c; }));
}
int elvis(int *p, long n) { return *(p ?: &(int){ 4 }) + (n ?: 7); }
int ranges(int c) {
    switch (c) {
    case 'a' ... 'z': return 1;
    case -5 ... -1: case 200: return 2;
    default: return 0;
    }
}
void *labels(int i) {
    static const void *table[] = { &&one, &&two };
    void *target = i ? &&one : &&two;
    goto *table[i];
one: return target;
two: return 0;
}
int local_labels(int n) {
    { __label__ out; if (n) goto out; n = 3; out: ; }
    { __label__ out; if (n) goto out; n = 4; out: n++; }
    return n;
}
int pointers(void *v, int (*f)(int), char *c) {
    v++; v += 3;
    c = v + 1;
    (*f)(1); (**f)(2); (&*f)(3); f(4);
    return v - (void *)c + sizeof *v + sizeof(void) + sizeof(f) + (f == 0) + (c > (char *)v);
}
int compound(void) {
    struct pair *p = &(struct pair){ .b = 3 };
    int *a = (int[]){ 1, 2, 3 };
    return ((struct pair){ 1, 2 }).b + p->a + a[2] + (int[3]){ 7 }[0] + make(1, 2).a;
}
union either { int i; float f; struct pair p; };
int union_cast(struct pair p, int i) {
    union either u = (union either)i;
    u = (union either)p;
    return u.p.b;
}
int auto_type(int n) { __auto_type d = 1.5; __auto_type p = &n; const __auto_type q = p; return *p + (int)d + *q; }
int variadic(int n, ...) {
    va_list ap, copy; va_list *pointer = &ap;
    __builtin_va_start(ap, n);
    __builtin_va_copy(copy, ap);
    int sum = __builtin_va_arg(ap, int) + (int)__builtin_va_arg(copy, double) + *__builtin_va_arg(ap, int *);
    sum += __builtin_va_arg(ap, struct pair).a + __builtin_va_arg(*pointer, int);
    __builtin_va_end(ap);
    return sum;
}
void passed_on(va_list ap) { va_list mine; __builtin_va_copy(mine, ap); __builtin_va_arg(ap, long); passed_on(mine); }
int swap(int x, int y) { asm volatile("" ::: "memory"); asm("" : "+r"(x)); asm("" : "=r"(x) : "0"(y)); asm("nop" : "=r"(y)); return x; }
long offsets(int i) {
    struct s { int a; struct { char b[10]; struct pair p[3]; } in; };
    return __builtin_offsetof(struct s, in.p[1].b) + __builtin_offsetof(struct s, in.b[i]) + (long)&((struct s *)0)->in.p[2];
}
struct bits { unsigned a : 3; int b : 7; unsigned long long c : 40; _Bool d : 1; };
int bit_fields(struct bits *s) {
    s->a = 5; s->a++; s->b -= 2; s->c <<= 3; s->d = s->c; s->a |= s->b;
    return (s->a = 9) + -s->a + (s->a < -1) + s->c + !s->d + (s->a ? s->b : s->c);
}
int overflow(int a, long b, unsigned char *out) {
    int r; long l;
    return __builtin_add_overflow(a, b, out) | __builtin_smul_overflow(a, 3, &r) | __builtin_saddl_overflow(a, b, &l)
        | __builtin_mul_overflow_p(a, b, (short)0) | __builtin_usubll_overflow(1, 2, &(unsigned long long){ 0 });
}
int atomics(int *p, void **q, volatile long *l, _Bool *flag) {
    int expected = 1, old;
    __atomic_load(p, &old, 5);
    __sync_fetch_and_add(p, 2); __sync_lock_test_and_set(q, 0); __sync_synchronize();
    return __atomic_load_n(p, 5) + __atomic_fetch_or(l, 3, 0) + __atomic_compare_exchange_n(p, &expected, 2, 0, 5, 5)
        + __sync_bool_compare_and_swap(q, (void *)p, (void *)0) + __atomic_test_and_set(flag, 5) + __atomic_add_fetch(q, 8, 5) == 0;
}
int classify(double d, float f) {
    return __builtin_isnan(d) + __builtin_isinf_sign(f) + __builtin_isgreater(d, f) + __builtin_fpclassify(0, 1, 2, 3, 4, d)
        + __builtin_isunordered(d, 1) + __builtin_signbit(d) + __builtin_isfinite(f) + (__builtin_fabs(d) < __builtin_huge_val());
}
char *strings(char *d, const char *s, size_type n) {
    __builtin_memcpy(d, s, n); __builtin___memcpy_chk(d, s, n, __builtin_object_size(d, 0)); __builtin_memset(d, 0, n);
    if (__builtin_expect(__builtin_strlen(s) > 3, 0)) __builtin_unreachable();
    d = __builtin_alloca(n); __builtin_prefetch(d);
    return __builtin_strcpy(__builtin_assume_aligned(d, 16), __func__) + sizeof __FUNCTION__;
}
int nested_use(int n) {
    int inner(int x) { return x + n; }
    return inner(2);
}
void discard(volatile int *p, struct pair *q, int a[]) { *p; (void)*q; (void)a; (void)discard; a, *p; p ? (void)0 : (void)*p; }
int incomplete_later[];
int use_incomplete(int i) { return incomplete_later[i]; }
int incomplete_later[20];
int after(void) { return sizeof incomplete_later; }
