// The function returns where the pointer is null.
//@ engines: sl auto
struct s { int n; };
int get(struct s *p, int fallback) { //~ SAFE
    if (!p)
        return fallback;
    return p->n;
}
