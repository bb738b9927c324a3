// A loop up to a length that the caller chooses, over a small buffer: no report.
//@ engines: sl auto
int sum(unsigned n) {
    int a[4] = {1, 2, 3, 4}, s = 0;
    for (unsigned i = 0; i < n; i++)
        s += a[i]; //~ UNKNOWN possible-findings
    return s;
}
