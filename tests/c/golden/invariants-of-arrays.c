// What the elements of an array are below, at and above an index.
//@ args: check --quiet --invariants --engine template --property unreach-call
extern void __VERIFIER_assert(int);

int a[1000];

int main(void)
{
    for (int i = 0; i < 1000; i++)
        a[i] = i + 3;
    for (int j = 0; j < 1000; j++)
        __VERIFIER_assert(a[j] == j + 3);
    return 0;
}
