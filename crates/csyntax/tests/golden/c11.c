// What C11 added.
_Static_assert(sizeof(int) == 4, "int has four bytes");
_Static_assert(1 + 1 == 2);
_Noreturn void stop(void), stop2(void);
extern _Thread_local int thread; static _Thread_local int thread2; static __thread int thread3;
_Alignas(16) int aligned; int _Alignas(double) _Alignas(8) aligned2; _Alignas(int) struct { char c; } aligned3;
_Atomic int atomic1; int _Atomic atomic2; _Atomic(int) atomic3; _Atomic(int *) atomic4; int *_Atomic atomic5; _Atomic(const int *) *atomic6;
const _Atomic(long) atomic7 = 1; _Atomic struct { int x; } atomic8;
int generic(int x, char *s) {
    _Static_assert(1, "in a function");
    int a = _Generic(x, int: 1, char *: 2, default: 3);
    int b = _Generic((s), default: 0, const char *: 1, char *: _Generic(1.0, float: 1, double: 2));
    int c = _Generic(x, int: x + 1, int (*)(void): 2, struct s *: 3) * 2;
    a = _Generic(s, char *: generic)(1, s);
    for (int i = _Alignof(int); i < 3; i++) { _Static_assert(2, "x"); }
    return a + b + c;
}
inline static _Noreturn void all(void) { for (;;); }
void restricted(int *restrict p, int *__restrict q, int *__restrict__ r);
