// Two words of the command line that are read one after the other may be the same word.
//@ property: unreach-call
//@ engines: smg hunt auto
extern void reach_error(void);
int main(int argc, char **argv) {
    int i = argc / 2, j = (argc - 1) / 2;
    char *a = argv[i], *b = argv[j];
    if (a == b && argc > 1)
        reach_error();   //~ NOT-PROVED
    return 0;
}
