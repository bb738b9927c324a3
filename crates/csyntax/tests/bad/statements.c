// Statements.
void f(int x) {
    if x { x = 1; } //~ expected `(`, found `x`
    if (x { x = 2; } //~ expected `)`, found `{` //~ note: to match this `(`
    if () x = 3; //~ expected expression, found `)`
    while (x x = 4; //~ expected `)`, found `x` //~ note: to match this `(`
    for (x = 0; x < 3) x = 5; //~ expected `;`, found `)`
    for (x = 0, x < 3; x++) { x = 6; } //~ expected `;`, found `)`
    for (x y; x < 3; x++) { x = 7; } //~ unknown type name `x`
    for (int i = 0; i < 3; i++ { x = 8; } //~ expected `)`, found `{` //~ note: to match this `(`
    for x = 1; { } //~ expected `(`, found `x`
    switch x { case 1: x = 9; } //~ expected `(`, found `x`
    switch (x) { case 1 x = 10; case: x = 11; case 2; x = 12; default x = 13; } //~ expected `:` after `case`, found `x` //~ expected expression, found `:` //~ expected `:` after `case`, found `;` //~ expected `:` after `default`, found `x`
    do x = 14; (x); //~ expected `while`, found `(` //~ note: to match this `do`
    do { x = 15; } until (x); //~ expected `while`, found `until` //~ note: to match this `do`
    else x = 16; //~ `else` without an `if` before it
    goto ; //~ expected a label after `goto`, found `;`
    goto 3; //~ expected a label after `goto`, found `3`
    if (x) int y = 17; //~ expected a statement, found a declaration //~ help: put the declaration in braces
    if (x) label: int z = 18; //~ expected a statement, found a declaration //~ help: put the declaration in braces
    while (x) typedef int T; //~ expected a statement, found a declaration //~ help: put the declaration in braces
    return return; //~ expected expression, found `return`
    break 3; //~ expected `;` after `break`, found `3`
    case: ; //~ expected expression, found `:`
    asm("x" : x); //~ expected a string literal, found `x`
    asm("x" : "r" x); //~ expected `(`, found `x`
    asm(x); //~ expected a string literal, found `x`
    asm volatile; //~ expected `(`, found `;`
    __label__ 3; //~ expected a label, found `3`
    x = 19;
    ) //~ expected expression, found `)`
    x = 20;
    ] //~ expected expression, found `]`
    x = 21;
}
void g(void) { if (1) } //~ expected expression, found `}`
void h(void) { else } //~ `else` without an `if` before it //~ expected expression, found `}`
int fine;
