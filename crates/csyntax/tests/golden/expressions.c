// Operators, their precedence and their direction.
struct s { int m; struct s *p; int a[3]; int (*f)(int, int); };
int g(int x, int y, int z, int *p, struct s *s, struct s v) {
    x = y = z; x += y -= z; x *= 2; x /= 3; x %= 4; x <<= 1; x >>= 1; x &= 7; x ^= 1; x |= 8;
    x = y ? z : x ? y : z; x = (y ? z : x) ? y : z; x = y ? x = 1, 2 : 3;
    x = y || z && x | y ^ z & x == y != z < x <= y << z >> x + y - z * x / y % z;
    x = y * z + x % y - z / x << 2 >> 1 < y > z == x != y & z ^ x | y && z || x;
    x = a_minus_b_minus_c(x - y - z, x / y / z, x << y << z, x < y < z, x == y == z);
    x = -y; x = +y; x = ~y; x = !y; x = - -y; x = !!y; x = -+~!y; x = y - -z; x = y+ +z; x = *p; x = **&p; x = *&*p;
    x++; ++x; x--; --x; x = y+++z; x = y---z; x = (*p)++ + *p++ - --*p; x = -y--;
    x = p[1]; x = 1[p]; x = p[p[0]]; x = s->m + v.m + s->p->p->m + (*s).a[1] + s->a[s->m] + (&v)->m;
    x = s->f(1, 2) + (*s->f)(x = 1, (y, z)) + (**s->p->f)(g(1, 2, 3, p, s, v), 0);
    x = (int)y + (int)-y + (int)(y) + -(int)y + (int)(char)y + (int)*p + (int)p[1] + (long)s->m;
    x = sizeof y + sizeof(y) + sizeof(int) + sizeof(int) * 2 + sizeof p[0] + sizeof *p + sizeof(y) + 1 + sizeof -y + sizeof (y)++;
    x = _Alignof(int) + __alignof__(y) + __alignof__ y + __alignof(struct s);
    x = sizeof(int *) + sizeof(p)[0] + sizeof(char[x]) + sizeof (int){1} + sizeof(struct s){}.m;
    x = (y, z); (void)x; (void)(x, y); x, y, z;
    x = (((((y))))); x = ((y)) + ((z)); (x) = y; *(p) = (z); (*p) = 1;
    x = y & ~z & (x | y) ^ z; x = y < z == z > y; x = !y == z; x = &x == p && *p; x = x & 1 && y & 2;
    return x;
}
int a_minus_b_minus_c(int a, int b, int c, int d, int e) { return a; }
