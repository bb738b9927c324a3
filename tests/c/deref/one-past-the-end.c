// A pointer one past the end may be made and compared, not followed.
//@ data-model: lp64 ilp32
int main(void) { //~ SAFE
    int a[8], sum = 0;
    for (int *p = a; p != a + 8; p++)
        *p = (int)(p - a);
    for (const int *p = a + 8; p > a; )
        sum += *--p;
    return sum == 28 ? 0 : 1;
}
