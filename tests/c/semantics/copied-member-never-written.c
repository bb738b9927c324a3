// The copy of a member that was never written is the same as the member, whatever that is.
//@ engines: hunt
//@ property: unreach-call
extern void reach_error(void);
struct s {
    int a, b;
};
int main(void) {
    struct s x, y;
    x.a = 1;
    y = x;
    if (y.b != x.b)
        reach_error();
    return 0;
}
//~ SAFE
