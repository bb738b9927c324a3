// The value of a statement expression is taken before its variables die.
struct pair { int a, b; };
int f(int *);

int scalar(int n) { return ({ int t = n; f(&t); t; }) + ({ int u = 2; u; }); }
struct pair record(int n) { return ({ struct pair p = {n}; p; }); }
int literal(int n) { int *p = &(int){n}; return n > 1 ? *p : *(int[]){1, 2}; }
