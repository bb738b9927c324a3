// Whether the old value is read before or after the call is not said.
//@ engines: auto hunt
//@ property: unreach-call
extern void reach_error(void);
static int total;
static int add(void) {
    total += 10;
    return 1;
}
int main(void) {
    total += add();
    if (total == 11)
        reach_error(); //~ ERROR error-reached
    return 0;
}
