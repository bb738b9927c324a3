// The caret points at the use of the macro, in the user's line.
#define SQUARE(x) ((x) * (x) *)
#define NOTHING nothing_here
int f(int a) { return 1 + SQUARE(a) + 2; }
int g(void) { return NOTHING + 1; }
