// A record is copied before all of it is set; only what is set is looked at.
//@ engines: smg
//@ property: no-uninit
extern int __VERIFIER_nondet_int(void);
struct pair {
    int first, second;
};

int main(void) { //~ SAFE
    struct pair a, b;
    a.first = __VERIFIER_nondet_int();
    b = a;
    int other = b.second;
    a.second = other;
    return b.first > 0;
}
