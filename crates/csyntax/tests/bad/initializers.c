// Initialisers and designators.
int a[] = { 1 2, 3 }; //~ expected `}`, found `2` //~ note: to match this `{`
int b[] = { [1] = , 2 }; //~ expected expression, found `,`
int c[] = { [ = 1 }; //~ expected expression, found `=`
int d[] = { [1 = 2 }; //~ expected `]`, found `}` //~ note: to match this `[`
struct s { int x, y; } e = { .x 1 }; //~ expected `=` after the designator, found `1`
struct s g = { x = 1; }; //~ expected `}`, found `;` //~ note: to match this `{`
struct s h = { .x = 1, ., }; //~ expected a member name, found `,`
int i = { ; //~ expected expression, found `;`
int j = 1;
