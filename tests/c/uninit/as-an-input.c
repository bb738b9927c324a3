// Without no-uninit an uninitialised value is one more input, which a single run cannot cover.
int main(void) {
    int x;
    if (x)
        return 1;
    return 0;
}
//~ UNKNOWN nondeterminism
