// Short circuits are branches; a condition is not made a number first.
int f(int);

int nested(int a, int *p, double d) {
    if ((a > 3 && p && *p) || !d) return 1;
    while (!(a < 0 || f(a))) a--;
    return a && !p;
}

int values(int a, int b) {
    int chosen = a ? b : a < b ? f(a) : 7;
    _Bool flag = a & 4;
    flag = a == b;
    return chosen + flag + (a ?: b);
}

void constants(void) {
    while (1) { if (f(0)) break; }
    do { f(1); } while (0);
    if (0) f(2);
}
