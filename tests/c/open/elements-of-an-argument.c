// As many elements as the argument says; a negative number is none.
//@ engines: auto
int total(const int *element, int number) { //~ SAFE
    int sum = 0;
    for (int i = 0; i < number; i++)
        sum += element[i];
    return sum;
}
