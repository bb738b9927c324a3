// Switches with ranges, fall-through and labels inside nested statements.
int classify(int c, unsigned u) {
    int r = 0;
    switch (c) {
        int scoped;
    case 5: r = 1;
    case -3: scoped = r; r = scoped + 1; break;
    case 10 ... 20: return 2;
    default: r = 3;
    }
    switch (u) { case 0xffffffff: r++; case 1: break; }
    return r;
}

int duff(int n) {
    int r = 0;
    switch (n & 1) {
        while (n > 0) {
            int step;
    case 0: r++;
    case 1: step = 2; r += step; n -= step;
        }
    }
    return r;
}
