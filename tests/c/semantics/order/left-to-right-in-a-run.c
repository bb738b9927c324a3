// A program that is run for its own sake evaluates from left to right.
//@ command: run
static int count;
static int next(void) {
    return ++count;
}
static int second(int a, int b) {
    (void)a;
    return b;
}
int main(void) {
    return second(next(), next()) == 2 ? 0 : 1;
}
//~ SAFE
