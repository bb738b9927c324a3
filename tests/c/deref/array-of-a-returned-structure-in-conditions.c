// Each call makes an array that the condition, the step or the switch it stands in may read.
//@ property: valid-deref
struct text {
    char bytes[4];
};
static struct text make(void)
{
    struct text t = { "abc" };
    return t;
}
int main(void) //~ SAFE
{
    int n = 0;
    while (make().bytes[n])
        n++;
    for (char *p = 0; n > 0; p = make().bytes)
        n--;
    do
        n++;
    while (n < 3 && make().bytes[n]);
    switch (make().bytes[0]) {
    case 'a':
        return 0;
    default:
        return 1;
    }
}
