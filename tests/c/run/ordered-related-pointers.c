// Pointers into one object are ordered, the end included.
//@ command: run
int a[2];
int main(void) { //~ SAFE
    int *end = a + 2;
    int n = 0;
    for (int *p = a; p < end; p++)
        n++;
    return n != 2 || end - a != 2;
}
