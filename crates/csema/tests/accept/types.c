typedef int T;
typedef T T_again; typedef T T_again;
struct incomplete;
struct incomplete *pointer_to_incomplete(struct incomplete *, union also_incomplete *);
enum forward *pointer_to_enum;
struct incomplete { int now; };
int shadow(void) { T T = 3; { int T_again = T; T += T_again; } struct incomplete { char c[9]; } s; return sizeof s + T; }
int tags(void) { struct incomplete; struct incomplete *p = 0; struct incomplete { long l; }; return sizeof *p; }
int (*(*complicated(int))[3])(char, ...);
int (*array_of_pointers[2])(void);
extern int merged[], merged[4], merged[];
int sized = sizeof merged;
int function_redeclared(), function_redeclared(int, char *), function_redeclared(int a, char *b);
int parameters(int a[static 3], int b[const 4], int f(int), int n, int m[n][n + 1], int k[][n]) { return m[1][2] + k[0][1] + f(a[2]) + sizeof *m; }
int prototype_scope(int n, int a[n], int (*b)[n], int c[const *], int (*d)[*]);
int variable_length(int n, int k) {
    int a[n], b[n][k + 1], (*p)[n] = &a;
    typedef char row[n];
    row r; row *rows = &r;
    for (int i = 0, v[n]; i < n; i++) v[i] = a[i];
    struct { int x; } *q = 0; (void)q;
    char (*grid)[n][k] = (char (*)[n][k])b;
    return sizeof a + sizeof b[1] + sizeof(int[n++]) + sizeof(typeof(*p)) + (*rows)[2] + sizeof **grid + (b + 1)[0][2] + (p + 1 - p);
}
_Static_assert(sizeof(char) == 1, "char");
struct checked { _Static_assert(1, "inside"); int a; };
const volatile int cv; const int *const volatile restrict_free;
int *restrict restricted;
_Alignas(16) char aligned_bytes[3]; _Alignas(double) int aligned_int;
_Static_assert(_Alignof(aligned_bytes) == 16, "");
_Thread_local int per_thread; static __thread int also_per_thread = 4;
_Noreturn void stop(void); __attribute__((noreturn)) void stop_too(void);
_Atomic int atomic_int; _Atomic(long) atomic_long;
int atomics(void) { atomic_int++; atomic_long += atomic_int; return atomic_long; }
typedef int vector __attribute__((vector_size(16)));
vector vectors(vector a, vector b) { vector c = a + b; c[1] = 3; c = a < b; a = (vector){ 1, 2, 3, 4 }; return -c; }
_Complex double complexes(_Complex double a, double b) { a = a * b + 2.0i; a += 1; b = __real__ a; return ~a; }
static _Complex float complex_constant = 1.0f + 2.0fi;
_Decimal64 decimals(_Decimal64 a) { return a + a; }
_Float128 quad(_Float128 a, long double b) { return a * b + 1.5q; }
float _Float32_alias(_Float32 a, _Float64 b, _Float32x c) { return a + b + c; }
typedef union { int *i; const char *c; } either __attribute__((transparent_union));
int takes_either(either e);
int gives(int *i, const char *c) { return takes_either(i) + takes_either(c) + takes_either(0); }
struct flexible { int n; char data[]; }; struct ends_in_flexible { int a; struct flexible f; };
struct flexible *make(struct flexible *f) { f->data[3] = sizeof(struct flexible); return f; }
inline int inlined(int x) { return x; } extern inline int external(int x) { return x; } static inline int internal(int x) { return x; }
extern inline __attribute__((gnu_inline)) int hint(int x) { return x; }
int hint(int x) { return x + 1; }
void cleanup_function(int **p); int cleaned(void) { int *p __attribute__((cleanup(cleanup_function))) = 0; return p == 0; }
int asm_name(int) __asm__("other_name");
int many_qualified(const char *s) { const char c[] = "const"; static const char *const names[] = { "a", "b" }; return s[0] + c[1] + names[1][0] + sizeof(const int); }
enum e { A, B = A + 5, C, D = -1 }; enum e enumerated(enum e x) { enum e y = x | B; y++; return x == C ? y : 7; }
void *null(int c) { return c ? 0 : c > 1 ? (void *)0 : (char *)0; }
_Static_assert(sizeof(*(1 ? (void *)0 : (int *)0)) == sizeof(int), "a null pointer constant takes the other type");
_Static_assert(sizeof(int) == sizeof(*(8 ? ((void *)((long)(3) * 0l)) : (int *)8)), "is constant");
extern void linker_symbol; void *symbol_address(void) { return &linker_symbol; }
