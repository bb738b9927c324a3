// As many numbers are read as an input says: a run in which all inputs are as large as can be shows that there is no room.
//@ engines: auto
//@ property: valid-deref
int __VERIFIER_nondet_int(void);
int main(void) {
    int array[20000], sum = 0;
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++)
        array[i] = __VERIFIER_nondet_int() / 2; //~ ERROR out-of-bounds
    for (int i = 0; i < count; i++)
        if (array[i] % 2 == 0)
            sum ^= array[i];
    return sum == 1;
}
