// Structures are copied as blocks, passed and returned by value.
struct pair { int a, b; };
struct big { struct pair pairs[4]; };

struct pair make(int);
int take(struct pair, struct big);

struct pair swap(struct pair p) {
    struct pair q = {p.b, p.a};
    return q;
}

int use(struct big *big, int i) {
    struct big local = *big, zero = {{{1, 2}}};
    local.pairs[i] = make(i);
    local.pairs[0] = big->pairs[i];
    zero = local;
    struct pair p = make(1);
    p = make(2);
    return take(i ? p : make(3), *big) + make(4).b;
}
