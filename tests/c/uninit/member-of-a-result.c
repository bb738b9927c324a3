// A structure is returned with a member that was never written; copying it is fine.
//@ property: no-uninit
struct pair { int a, b; };
static struct pair make(void) {
    struct pair p;
    p.a = 1;
    return p;
}
int main(void) {
    struct pair p = make();
    if (p.a != 1)
        return 2;
    if (p.b) //~ ERROR uninit-read
        return 1;
    return 0;
}
