// What was never written may be anything, also where it was copied.
//@ engines: hunt auto
//@ property: unreach-call
extern void reach_error(void);
struct s {
    int a, b;
};
int main(void) {
    struct s x, y;
    x.a = 1;
    y = x;
    if (y.b == 12345 && x.b == 12345)
        reach_error(); //~ ERROR error-reached
    return 0;
}
