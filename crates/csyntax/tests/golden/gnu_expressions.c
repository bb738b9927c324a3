// What GNU C adds to expressions.
typedef __builtin_va_list va_list;
struct s { int a; struct { int b[4]; } in; int bits : 3; };
int g(int, ...);
int f(int x, int *p, ...) {
    int a = ({ int y = x; y + 1; }), b = ({ x; }) + ({ ; ; 1; }), c = ({ ({ 1; }) + ({ 2; }); });
    x = x ?: 1; x = a ?: b ?: c; x = a ? b ?: 1 : c ?: 2;
    typeof(x) d = 1, *e = &d; typeof(int *) h = &x; __typeof__(*p) i = 2; __typeof(x + 1) j; typeof(typeof(int)) k; const typeof(x) l = 3;
    typeof(({ int q = 1; q; })) m; typeof(int[3]) n; typeof(n[0]) o;
    __auto_type r = x * 2; const __auto_type s = &x; __auto_type t = ({ 5; });
    va_list ap, copy;
    __builtin_va_start(ap, p); __builtin_va_copy(copy, ap);
    x = __builtin_va_arg(ap, int) + *__builtin_va_arg(ap, int *) + __builtin_va_arg(copy, struct s).a;
    __builtin_va_end(ap);
    x = __builtin_offsetof(struct s, a) + __builtin_offsetof(struct s, in.b[2]) + __builtin_offsetof(struct s, in.b[x + 1]);
    x = __builtin_types_compatible_p(int, typeof(x)) + __builtin_types_compatible_p(int[], int[3]);
    x = __builtin_choose_expr(1, x, p); x = __builtin_choose_expr(sizeof(int) == 4, (x), "no");
    x = __builtin_expect(!!(x), 0) + __builtin_constant_p(x) + __builtin_popcount(x) + __builtin_object_size(p, 0) > 0;
    if (__builtin_add_overflow(a, b, &c) || __builtin_mul_overflow_p(a, b, (int)0)) __builtin_trap();
    p = __builtin_alloca(sizeof(int)); __builtin_memcpy(p, &x, sizeof x); x = __builtin_bswap32(x); x = __builtin_strlen(__func__);
    x = __extension__ 1 + __extension__ ({ 2; }); x = __extension__ (int)3; __extension__ typedef long long ll; __extension__ ll v = 1;
    x = __alignof__(ll) + _Alignof(x) + sizeof(void) + sizeof(f);
    _Complex double z = 1.0 + 2.0i; double re = __real__ z, im = __imag__ z; z = ~z; re = __real z + __imag z; __real__ z = 3;
    void *labels[] = { &&one, &&two };
    goto *labels[x & 1];
one: two:
    x = ((struct s) { .a = 1 }).a; x = a > b ? a : b; (void)__PRETTY_FUNCTION__; x = __FUNCTION__[0];
    if (0) __builtin_unreachable();
    x = (({ do { x++; } while (0); x; }));
    p = x ? p : (void *)0; ((void)(x)); *(volatile int *)p = 1; x = *(int *)((char *)p + 1);
    for (typeof(x) w = 0; w < ({ 3; }); w++) ;
    return g(1, ({ 2; }), (a, b), d, *e, *h, i, j, k, l, m, n, o, r, *s, t, v, im, re);
}
int nested(int n) {
    int square(int x) { return x * x * n; }
    auto int twice(int);
    int twice(int x) { return 2 * x; }
    static inline_like = 0;
    return square(2) + twice(3) + inline_like;
}
