// Each turn of a loop has its own variable; the one of the last turn is gone.
int main(void) {
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        if (last)
            sum += *last; //~ ERROR out-of-scope
        last = &square;
    }
    return sum;
}
