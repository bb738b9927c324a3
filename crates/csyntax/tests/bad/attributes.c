// Attributes.
int a __attribute__(unused); //~ expected `(`, found `unused`
int b __attribute__((unused); //~ expected `)`, found `;` //~ note: to match this `(`
int c __attribute__; //~ expected `(`, found `;`
int d __attribute__((unused)) e; //~ expected `;` after declaration, found `e`
int f __attribute__((aligned(8)); //~ expected `)`, found `;` //~ note: to match this `(`
int g __attribute__((weird(=, 1 2, int x, { }), unused));
[[unused int h; //~ expected `]`, found `int` //~ note: to match this `[`
int i;
