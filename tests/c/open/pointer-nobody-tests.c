// That the pointer is not null is the caller's to see to: no report.
//@ engines: sl auto
struct s { struct s *up; int n; };
int get(struct s *p) { //~ SAFE
    return p->up->n;
}
