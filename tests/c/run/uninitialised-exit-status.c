// The status that `main` returns is looked at by whoever started the program.
//@ command: run
int main(void) {
    int status;
    return status; //~ ERROR uninit-read
}
