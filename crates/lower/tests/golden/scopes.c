// Every way out of a scope ends its variables; jumps into one make them live.
int use(int *);

int loops(int n) {
    for (int i = 0; i < n; i++) {
        int inside;
        use(&inside);
        if (inside == 1) continue;
        if (inside == 2) break;
        { int deeper = inside; if (deeper == 3) return use(&deeper); }
    }
    return 0;
}

int jumps(int n) {
    if (n) goto into;
    {
        int x;
    into:
        x = n;
        use(&x);
        if (x > 3) goto out;
        n++;
    }
out:
    return n;
}

int again(int n) {
    int *p = 0;
top:;
    int x;
    if (p) return *p;
    p = &x;
    x = n;
    goto top;
}

int vla(int n) {
    int total = 0;
    while (n--) {
        int a[n + 1][3];
        a[n][2] = n;
        if (use(a[0])) break;
        total += sizeof a;
    }
    return total;
}
