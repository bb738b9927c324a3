// Both orders are followed, and both are safe.
//@ engines: hunt smg
extern void reach_error(void);
static int count;
static int next(void) {
    return ++count;
}
int main(void) {
    int sum = next() + next() * 1;
    if (sum != 3)
        reach_error();
    return 0;
}
//~ SAFE
