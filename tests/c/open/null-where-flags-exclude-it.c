// A structure whose flag is set has an owner, so the null pointer is not followed: no report.
//@ engines: sl auto
struct owner { int n; };
struct value { struct owner *owner; int flags; };
static int release(struct value *v) {
    if (v->flags & 4)
        return v->owner->n;
    return 0;
}
int limit(struct value *v) {
    int most = 10;
    if (v->owner)
        most = v->owner->n;
    if (most > 5)
        return release(v);
    return 0;
} //~ UNKNOWN possible-findings
