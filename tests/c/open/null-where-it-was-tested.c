// The function tests the pointer and uses it all the same.
//@ engines: sl auto
struct s { int n; };
int get(struct s *p, int fallback) {
    int r = fallback;
    if (!p)
        r = -1;
    return r + p->n; //~ ERROR null-deref
}
