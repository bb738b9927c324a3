// Bit-fields are bits of an integer; the value of an assignment is what fits.
struct s { unsigned a : 3; int b : 5; _Bool c : 1; unsigned long d : 40; };

int access(struct s *p, int v) {
    p->b += v;
    p->c = v;
    struct s local = {1, -1};
    local.d++;
    return (p->a = v) + (p->b = v) + local.d;
}
