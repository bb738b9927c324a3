// A loop that fills the two halves of an array at once.
//@ engines: template
//@ property: unreach-call
void reach_error(void);
#define N 100000
int main(void) { //~ SAFE
    int a[N];
    for (int i = 0; i < N / 2; i++) {
        a[i] = 42;
        a[i + N / 2] = 43;
    }
    for (int i = 0; i < N / 2; i++)
        if (a[i] != 42)
            reach_error();
    for (int i = N / 2; i < N; i++)
        if (a[i] != 43)
            reach_error();
    return 0;
}
