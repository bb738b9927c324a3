// The undefined function may have set the index: no report.
//@ engines: sl auto
void choose(int *index);
int get(void) {
    int table[4] = { 1, 2, 3, 4 };
    int index = 7;
    choose(&index);
    return table[index]; //~ UNKNOWN external-function
}
