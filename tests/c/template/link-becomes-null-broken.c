// A pointer into the middle of a structure becomes one that zeroed memory holds.
//@ property: unreach-call
//@ engines: template
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct entry {
    int key;
    int link;
};
static struct entry e;
static int *nothing;

int main(void) {
    int *p = &e.link;
    while (__VERIFIER_nondet_int()) {
        if (!p)
            reach_error(); //~ ERROR error-reached
        p = nothing;
    }
    return 0;
}
