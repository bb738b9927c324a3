// A loop that fills the two halves of an array at once, with an error: the last element of the first half is read.
//@ engines: template
//@ property: unreach-call
void reach_error(void);
#define N 20
int main(void) {
    int a[N];
    for (int i = 0; i < N / 2; i++) {
        a[i] = 42;
        a[i + N / 2] = 43;
    }
    for (int i = 0; i < N / 2; i++)
        if (a[i] != 42)
            reach_error();
    for (int i = N / 2 - 1; i < N; i++)
        if (a[i] != 43)
            reach_error(); //~ ERROR error-reached
    return 0;
}
