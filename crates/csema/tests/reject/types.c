struct incomplete; struct s { int a; } s; struct t { int a; } t;
struct incomplete variable;                      //~ ERROR storage size of 'variable'
void nothing;                                    //~ ERROR declared 'void'
int negative[-1];                                //~ ERROR negative
int of_functions[3](void);                       //~ ERROR array of functions
int returns_array(void)[3];                      //~ ERROR cannot return an array
struct wrong { struct incomplete member; };      //~ ERROR incomplete type
struct late { int flexible[]; int after; };      //~ ERROR must be the last
struct bits { int a : 33; int b : -1; float c : 3; int d : 0; };   //~ ERROR exceeds | ERROR negative width | ERROR invalid type | ERROR zero width
int global_length = 3; int not_constant[global_length];   //~ ERROR must be constant
_Static_assert(sizeof(int) == 5, "five");        //~ ERROR static assertion failed: five
_Static_assert(global_length, "");               //~ ERROR not constant
enum { BAD = 1 / 0 };                            //~ ERROR division by zero
typedef int alias; typedef long alias;           //~ ERROR redefinition
void f(int n, int *p, void *v) {
    p = s;                                       //~ ERROR incompatible types in assignment
    s = t;                                       //~ ERROR incompatible types in assignment
    n = f(1, p, v);                              //~ ERROR 'void'
    f(1);                                        //~ ERROR too few arguments
    f(1, p, v, 4);                               //~ ERROR too many arguments
    n();                                         //~ ERROR not a function
    s + 1;                                       //~ ERROR invalid operands
    n % 2.0;                                     //~ ERROR invalid operands
    p + p;                                       //~ ERROR invalid operands
    -p;                                          //~ ERROR invalid operand
    *n;                                          //~ ERROR '*' needs a pointer
    n[3];                                        //~ ERROR a subscript needs
    p[1.5];                                      //~ ERROR subscript must be an integer
    &3;                                          //~ ERROR lvalue
    3 = n;                                       //~ ERROR lvalue
    n++ = 3;                                     //~ ERROR lvalue
    if (s) n = 1;                                //~ ERROR scalar is required
    (struct s)n;                                 //~ ERROR cannot cast
    (float)p;                                    //~ ERROR cannot cast
    switch (p) { }                               //~ ERROR 'switch' needs an integer
    switch (n) { case 1: case 2: case 1: ; default: ; default: ; }   //~ ERROR duplicate case | ERROR several 'default'
    switch (n) { case 1 ... 5: case 3: ; case n: ; }                 //~ ERROR duplicate case | ERROR not constant
    const int fixed = 3; fixed = 4;              //~ ERROR read-only
    int array[3]; array = p;                     //~ ERROR assignment to an array
    struct incomplete local;                     //~ ERROR incomplete type
    int unsized[];                               //~ ERROR incomplete type
    sizeof(struct incomplete);                   //~ ERROR incomplete type
    int many[2] = { [5] = 1 };                   //~ ERROR out of bounds
    struct s named = { .b = 1 };                 //~ ERROR has no member named 'b'
    static int not_static = n;                   //~ ERROR is not constant
    n ? s : p;                                   //~ ERROR incompatible types
    _Generic(n, char: 1);                        //~ ERROR no arm
    &((struct { int b : 3; } *)v)->b;            //~ ERROR bit-field
    *(struct incomplete *)v;                     //~ ERROR incomplete type
    case 4: ;                                    //~ ERROR outside of a 'switch'
}
