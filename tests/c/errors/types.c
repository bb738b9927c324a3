// Errors that the grammar does not see.
struct known { int field; };
int undeclared(void) { return nowhere; }
int member(struct known *k) { return k->other; }
int not_a_pointer(int x) { return *x; }
int assign_to_rvalue(int x) { x + 1 = 3; return x; }
struct unknown object;
int many(int a) { return many(1, 2, 3); }
int twice(void) { int x; int x; return 0; }
int labels(void) { goto nowhere; }
_Static_assert(sizeof(int) == 8, "int is small");
void value(void) { return 3 + value(); }
