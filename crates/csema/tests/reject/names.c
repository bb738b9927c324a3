struct list { struct list *next; int length; };
int use(struct list *l) {
    int count = 0;
    cuont = 3;                       //~ ERROR 'cuont' is not declared; did you mean 'count'?
    cuont++;
    l->lenght = 1;                   //~ ERROR 'struct list' has no member named 'lenght'; did you mean 'length'?
    l.next = 0;                      //~ ERROR did you mean to use '->'
    (*l)->next = 0;                  //~ ERROR '->' needs a pointer
    goto nowhere;                    //~ ERROR label 'nowhere' is used but not defined
twice: twice:                        //~ ERROR duplicate label 'twice'
    break;                           //~ ERROR 'break' outside
    continue;                        //~ ERROR 'continue' outside
    { int count; char count; }       //~ ERROR redeclaration of 'count'
    return nothing + count;          //~ ERROR 'nothing' is not declared
}
int use(struct list *l) { return 0; }   //~ ERROR redefinition of 'use'
int twice_defined = 1;
int twice_defined = 2;               //~ ERROR redefinition of 'twice_defined'
int conflicting; long conflicting;   //~ ERROR conflicting types for 'conflicting'
void conflicting_function(int); void conflicting_function(char *);   //~ ERROR conflicting types
int kind; void kind(void);           //~ ERROR another kind of symbol
struct list { int again; };          //~ ERROR redefinition of 'struct list'
union list *wrong_tag;               //~ ERROR another kind of tag
enum { DOUBLE, DOUBLE };             //~ ERROR redeclaration of 'DOUBLE'
struct members { int a; char a; };   //~ ERROR duplicate member 'a'
int params(int a, int a) { return a; }   //~ ERROR redefinition of parameter 'a'
