// Only the second turn of the loop writes.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        const int square = i * i;
        p = (int *)&square;
        if (i == 1)
            *p = 7; //~ ERROR write-to-constant
    }
    return 0;
}
