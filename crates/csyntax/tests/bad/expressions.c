// Expressions that end too early or begin with the wrong token.
typedef int T;
int f(int x, int *p) {
    x = ; //~ expected expression, found `;`
    x = 1 +; //~ expected expression, found `;`
    x = * ; //~ expected expression, found `;`
    x = (1, ); //~ expected expression, found `)`
    x = f(1, ); //~ expected expression, found `)`
    x = f(1 2); //~ expected `)`, found `2` //~ note: to match this `(`
    x = p[]; //~ expected expression, found `]`
    x = p[1; //~ expected `]`, found `;` //~ note: to match this `[`
    x = p->; //~ expected a member name, found `;`
    x = p.3; //~ expected `;` after expression, found `.3`
    x = x ? 1; //~ expected `:`, found `;` //~ note: to match this `?`
    x = x ? : ; //~ expected expression, found `;`
    x = (int) ; //~ expected expression, found `;`
    x = (int; //~ expected `)`, found `;` //~ note: to match this `(`
    x = sizeof ; //~ expected expression, found `;`
    x = sizeof(int; //~ expected `)`, found `;` //~ note: to match this `(`
    x = int; //~ expected expression, found `int`
    x = x y; //~ expected `;` after expression, found `y`
    x = 1 = = 2; //~ expected expression, found `=`
    x = ++; //~ expected expression, found `;`
    x = &&; //~ expected a label after `&&`, found `;`
    x = _Generic(x); //~ expected `,`, found `)`
    x = _Generic(x, int 1); //~ expected `:`, found `1`
    x = _Generic(x, foo: 1); //~ unknown type name `foo`
    x = __builtin_va_arg(p, 3); //~ expected type, found `3`
    x = __builtin_offsetof(struct s, 3); //~ expected a member name, found `3`
    x = __builtin_types_compatible_p(int, x); //~ unknown type name `x`
    x = __builtin_choose_expr(1, 2); //~ expected `,`, found `)`
    x = (struct s){ 1, , }; //~ expected expression, found `,`
    x = ({ 1; ); //~ expected `}`, found `)` //~ note: to match this `{`
    x = f(; //~ expected expression, found `;`
    return ) x; //~ expected expression, found `)`
}
int g(int x) { x = T; x = x + T; return sizeof T; } //~ found type `T` //~ found type `T` //~ found type `T`
int after = 1;
