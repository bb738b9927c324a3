// The helper fails for null, which its only caller excludes: no report.
//@ engines: sl auto
struct s { int n; };
static int helper(struct s *p) {
    if (!p)
        return p->n; //~ UNKNOWN possible-findings
    return p->n;
}
int get(struct s *p) { return p ? helper(p) : 0; }
