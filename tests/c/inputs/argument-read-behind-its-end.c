// An empty argument has no second character.
//@ property: valid-deref
//@ engines: hunt auto
int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] != 'a')
        return argv[1][1] == 'b';   //~ ERROR out-of-bounds
    return 0;
}
