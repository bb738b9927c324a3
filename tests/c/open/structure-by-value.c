// A structure with a pointer is passed by value.
//@ engines: sl auto
struct view { int *p; int n; };
int first(struct view v) { //~ SAFE
    return v.n > 0 ? *v.p : 0;
}
