int main(void) { int n = 3; int v[n][n + 1]; typeof(v) *p = &v; void *q = &&l; goto *q; l: return _Generic(n, int: sizeof(*p), default: x) == 48 ? 0 : 1; }
