// A negative number of elements is taken for a large one.
//@ engines: auto
int total(const int *element, int number) { //~ NOT-PROVED
    int sum = 0;
    for (unsigned i = 0; i < (unsigned)number; i++)
        sum += element[i];
    return sum;
}
