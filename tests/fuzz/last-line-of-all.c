#4294967295 "far.c"
int f(void) { return undeclared; }
int g(void) { return * ; }
