// A typedef's name is a type only until something else takes the name.
typedef int T;
typedef T U, *P;
typedef struct S { T T; U U; struct { P P; } in; } S;
T (file_scope);
T *(pointer), (array)[2], (function)(T);
int T_after(T T) { return T * (T) + sizeof T; }
int shadowed_by_parameter(int T, int U[sizeof(T)]) { T = 1; return (T) + 1, (T)-1, (T) * U[0]; }
int prototype_scope(int (*f)(int T), T x) { T y = x; return f(y); }
void variables(void) {
    T a = 1;
    {
        int T = 2;
        T = T + 1;
        a = (T) + a;
        a = sizeof(T) + sizeof T;
        { typedef char T; T c = 'c'; a = c + (T)1; }
        T++;
    }
    T b;
    T T = 3;
    T = 4;
    (void)b;
}
void enumerators(void) {
    T a;
    enum { U = 5, V = U } e = U;
    a = (U) + e;
    enum { P = sizeof(P) };
    a = P * 2;
}
void labels(void) {
    goto T;
T:
    if (0) goto U;
    {
    U: ;
        T inside;
        inside = 0;
    }
}
void loops(void) {
    for (T T = 0; T < 3; T++) { int x = T * 2; x = T; }
    T after;
    for (int U = 0, *P = &U; U < 1; U++) *P = (U) + 1;
    U again;
    (void)after;
    (void)again;
}
void self_reference(void) {
    T *U = 0, V = sizeof(U), W = (T)V;
    typedef T X, Y[sizeof(X)];
    X x; Y y;
    struct T { T T; } T = { .T = 1 };
    T.T = 2;
    (void)W; (void)x; (void)y; (void)U;
}
void unsigned_and_friends(void) {
    unsigned T = 1;
    T = 2;
    const U x = 1;
    long P, *Q = &P;
    P = 3;
    { static U U; U = 1; }
    U z = x;
    (void)Q; (void)z;
}
void members(struct S *s) { s->T = s->U; s->in.P = &s->T; (*s).T = (T)1; }
int declares_function(void) {
    T U(T);
    int V(T);
    return U(1) + V(2);
}
T old_style(a, b) T a; int b; { return a + b * 2; }
U still_a_type = 7;
void statement_expressions(void) { T a = ({ int T = 1; T + 1; }) + ({ T b = 2; b; }); (void)a; }
void multiplication_or_declaration(int x, int y) { x * y; T * y2 = 0; { int T = x; T * y; } (void)y2; }
void casts_or_calls(int (*f)(int), int x) { (f)(x); (T)(x); (f) (x) + (T) (x); (T)-x; (x)-x; (T)&x; (x)&x; (T)*&x; }
