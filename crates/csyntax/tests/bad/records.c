// Structures, unions and enumerations.
struct { int a int b; }; //~ expected `;` after member, found `int`
struct ; //~ expected a name or `{` after `struct`, found `;`
struct 3 { int a; }; //~ expected a name or `{` after `struct`, found `3`
struct s { 3; int good; }; //~ expected a member or `}`, found `3`
struct t { foo a; bar *b; int c; }; //~ unknown type name `foo` //~ unknown type name `bar`
struct u { int a = 3; int b; }; //~ expected `;` after member, found `=`
struct v { static int a; typedef int b; inline int c; }; //~ a storage class cannot stand here //~ a storage class cannot stand here //~ `inline` cannot stand here
struct w { int : ; int x : ; }; //~ expected expression, found `;` //~ expected expression, found `;`
struct x { a; const b; int c; }; //~ unknown type name `a`
struct y { int f(void) { return 1; } int g; }; //~ expected `;` after member, found `{`
struct z { int a, , b; }; //~ expected a name, found `,`
enum { }; //~ expected an enumerator, found `}`
enum e { 3 }; //~ expected an enumerator or `}`, found `3`
enum f { A, B C, D }; //~ expected `}`, found `C` //~ note: to match this `{`
enum g { A1 = , B1 }; //~ expected expression, found `,`
enum ; //~ expected a name or `{` after `enum`, found `;`
enum h { A2 = 1; B2 = 2 }; //~ expected `}`, found `;` //~ note: to match this `{`
enum i { A3, B3 } x //~ expected `;` after declaration
int y2;
struct unclosed { int a; //~ note: to match this `{`
int b;
// The end. //~ expected `}`, found end of file