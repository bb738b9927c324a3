// Declarations.
foo a; //~ unknown type name `foo`
foo *b; //~ unknown type name `foo`
static bar c, d; //~ unknown type name `bar`
int e[3; //~ expected `]`, found `;` //~ note: to match this `[`
int f(int a, foo b, bar *c, const baz); //~ unknown type name `foo` //~ unknown type name `bar`
int g(int a, b); //~ unknown type name `b`
int h(a, int b) int a; {} //~ expected a parameter name, found `int`
int int i; //~ duplicate `int`
unsigned float j; //~ this combination of type words is no type
long long long k; //~ this combination of type words is no type //~ duplicate `long`
short double l; //~ this combination of type words is no type
signed unsigned m; //~ this combination of type words is no type
struct s { int x; } int n; //~ `int` cannot be combined with the type before it
typedef int T;
T int o; //~ `int` cannot be combined with the type before it
typedef static int p; //~ more than one storage class
static static int q; //~ the storage class is given twice
extern register int r; //~ more than one storage class
int 3; //~ expected a name, found `3`
int = 4; //~ expected a name, found `=`
int s(int 3) { return 1; } //~ expected `)`, found `3` //~ note: to match this `(`
int t = 1, , u; //~ expected a name, found `,`
int (v; //~ expected `)`, found `;` //~ note: to match this `(`
int w(void; //~ expected `)`, found `;` //~ note: to match this `(`
int x(int a,); //~ expected a parameter, found `)`
int y(..., int a); //~ expected `)`, found `,` //~ note: to match this `(`
int (*z)(static int a, inline int b); //~ a parameter can only be `register` //~ `inline` cannot stand here
void aa(void) { static extern int a; int b int c; foo d; foo *e, f; const foo g = 1; (const foo)1; sizeof(static int); } //~ more than one storage class //~ expected `;` after declaration, found `int` //~ unknown type name `foo` //~ unknown type name `foo` //~ unknown type name `foo` //~ expected expression, found `static`
[1] = 5; //~ expected a declaration, found `[`
5; //~ expected a declaration, found `5`
"string"; //~ expected a declaration, found `"string"`
+ 1; //~ expected a declaration, found `+`
} //~ unmatched `}`
int stray const 5; //~ expected `;` after declaration, found `const`
int ab[static], ac; //~ expected expression, found `]`
_Static_assert(1, 2); //~ expected a string literal, found `2`
_Static_assert 1; //~ expected `(`, found `1`
_Alignas() int ad; //~ expected expression, found `)`
typeof int ae; //~ expected `(`, found `int`
typeof(foo) af;
int good;
