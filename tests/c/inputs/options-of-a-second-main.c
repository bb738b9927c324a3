// `main` may be called with words of the program's own, which are gone when their text is freed.
//@ property: valid-deref
//@ engines: smg
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc == 1) {
        char *word = strdup("-ox");
        char *words[] = { "program", word, NULL };
        main(2, words);
        free(word);
        return optarg != NULL && optarg[0] == 'x';   //~ NOT-PROVED
    }
    return getopt(argc, argv, "o:");
}
