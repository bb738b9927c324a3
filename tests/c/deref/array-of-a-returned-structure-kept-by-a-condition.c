// The array lives as long as the condition that the call stands in.
//@ property: valid-deref
struct text {
    char bytes[4];
};
static struct text make(void)
{
    struct text t = { "abc" };
    return t;
}
int main(void)
{
    char *p;
    if ((p = make().bytes))
        return p[0]; //~ ERROR out-of-scope
    return 0;
}
