// What the variable holds is arbitrary at the call: it may lie outside the table.
//@ engines: auto
static int table[8];
static int used;
void start(void) {
    used = 0;
}
int sum(const int *element, int number) { //~ NOT-PROVED
    for (int i = 0; i < number; i++)
        table[used] += element[i];
    return table[0];
}
