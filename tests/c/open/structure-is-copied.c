// A structure of the caller is copied; its pointers are used through the copy.
//@ engines: sl auto
struct view { int *p; int n; };
int first(const struct view *v) { //~ SAFE
    struct view w = *v;
    return w.n > 0 && w.p ? *w.p : 0;
}
