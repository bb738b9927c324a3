// Functions that only compute have no order: nothing is chosen, and the only run decides.
//@ engines: interp
//@ property: unreach-call
extern void reach_error(void);
static int table[4] = {1, 2, 3, 4};
static int weight(int i) {
    return table[i & 3];
}
static int sum(int n) {
    return n == 0 ? 0 : weight(n) + sum(n - 1);
}
int main(void) {
    int (*function)(int) = weight;
    if (sum(4) + function(2) + table[1] != 15)
        reach_error();
    return 0;
}
//~ SAFE
