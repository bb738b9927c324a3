// A variable of a loop's body is new in every round.
//@ command: run
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 1;
        if (x) //~ ERROR uninit-read
            continue;
    }
    return 0;
}
