// Text that should have gone through the preprocessor.
//@ gcc accepts
#include <stdio.h> //~ preprocessing directive `#include` in preprocessed text //~ note: and 4 more directives like it //~ help: the text was not preprocessed: pass it through `cc -E` first
#define N 3
#ifdef N
int a;
#else
int b;
#endif
# 12 "still.c"
int c;
