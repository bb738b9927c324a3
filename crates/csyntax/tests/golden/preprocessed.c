# 1 "original.c"
# 1 "<built-in>" 1
# 1 "/usr/include/x.h" 1 3 4
extern int from_header;
extern int named_by_nothing;
# 2 "original.c" 2
#pragma GCC diagnostic push
#pragma omp parallel for
#pragma STDC FP_CONTRACT ON
#ident "version"
#line 40 "other.c"
int a; /* comment */ int b; // line comment
int/**/c;/* several
lines */int d;
_Pragma("GCC diagnostic ignored \"-Wunused\"") int e; int f _Pragma("once") = 1;
in\
t g = 1\
2;
char *s = "spliced \
string", *t = "a\\
b";
// a comment that goes on \
   on the next line
int digraphs<:2:> = <% 1, 2 %>;
%: 50 "digraph.c"
int h = 1 /* x */ + /**/ 2; // /* not open
int i = 4 //**/ 2
;
#
   # 60
int last	;
int *j = &from_header;
