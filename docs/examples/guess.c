/* Writes one element too far for a single input. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int seen[4] = { 0 };
    int n = __VERIFIER_nondet_int();
    if (n == 42)
        seen[n / 10] = 1;
    return seen[0];
}
