// A forgotten semicolon costs one message, and what follows is read.
int a //~ expected `;` after declaration
int b;
typedef int T //~ expected `;` after declaration
static T c;
struct s { int x int y; int z; }; //~ expected `;` after member, found `int`
struct t { int x; } //~ expected `;` after `}`
struct u { int y; };
void f(int x) {
    int d = 1 //~ expected `;` after declaration
    x = 2 //~ expected `;` after expression
    f(x) //~ expected `;` after expression
    return //~ expected `;` after `return`
}
int g(int x) {
    do x++; while (x < 3) //~ expected `;` after `do` ... `while`
    x = x + 1 return x; //~ expected `;` after expression, found `return`
    if (x) break else continue; //~ expected `;` after `break`, found `else`
    goto end //~ expected `;` after `goto`
end:
    x = (1 + 2 y = 3; //~ expected `)`, found `y` //~ note: to match this `(`
    return x +; //~ expected expression, found `;`
}
int h(void) //~ expected `;` or a function body after the declarator
int i(void) { return 1 } //~ expected `;` after `return`, found `}`
