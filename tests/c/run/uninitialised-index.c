// An index decides where an access goes.
//@ command: run
int main(void) {
    int a[2] = { 1, 2 };
    int i;
    return a[i]; //~ ERROR uninit-read
}
