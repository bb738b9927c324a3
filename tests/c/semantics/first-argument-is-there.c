// Behind the program's name there is a string or a null.
//@ engines: smg
int main(int argc, char **argv) {
    return argc > 0 && argv[1] != 0;
}
//~ SAFE
