// The 80-bit format of x87.
//@ command: run
//@ data-model: lp64 ilp32
int main(void) { //~ SAFE
    long double third = 1.0L / 3;
    long double sum = third + third + third;
    if (sum != 1.0L || third == 1.0 / 3 || (double)third != 1.0 / 3)
        return *(volatile int *)0;
    long double big = 9223372036854775808.0L + 1;
    if ((unsigned long long)big != 9223372036854775809ull || big * 2 - big != big)
        return *(volatile int *)0;
    return -third < 0 ? 0 : 1;
}
