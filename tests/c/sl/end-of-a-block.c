// A pointer behind the last element may be computed, not used.
//@ engines: sl
//@ property: valid-deref
int main(void) {
    int a[3] = {1, 2, 3}, sum = 0;
    for (int *p = a; p != a + 3; p++)
        sum += *p;
    return sum + a[3]; //~ ERROR out-of-bounds
}
