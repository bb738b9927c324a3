// Bits and bytes of the caller are read in several sizes.
//@ engines: sl auto
struct t { unsigned tag : 3, rest : 29; union { int i; char c[4]; } u; };
int get(struct t *p) { //~ SAFE
    if (p->tag == 1)
        return p->u.i;
    return p->u.c[0] + p->u.c[3];
}
