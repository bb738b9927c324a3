// A table of functions, called through pointers.
//@ data-model: lp64 ilp32
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*const table[])(int) = { twice, square, &twice };
int main(void) { //~ SAFE
    int sum = 0;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        sum += table[i](5) + (*table[i])(1);
    return sum == 50 ? 0 : 1;
}
