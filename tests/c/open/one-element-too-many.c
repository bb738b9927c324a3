// The element behind the last one is read.
//@ engines: auto
int total(const int *element, int number) { //~ NOT-PROVED
    int sum = 0;
    for (int i = 0; i <= number; i++)
        sum += element[i];
    return sum;
}
