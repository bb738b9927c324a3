// A branch on a variable that was never set.
//@ property: no-uninit
int main(void) {
    int x;
    if (x) //~ ERROR uninit-read
        return 1;
    return 0;
}
