// A switch decides.
//@ command: run
int main(void) {
    int x;
    switch (x) { //~ ERROR uninit-read
    case 1: return 1;
    default: return 0;
    }
}
