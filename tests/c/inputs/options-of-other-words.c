// `getopt` may be asked about other words than the program's arguments: what it finds may be gone.
//@ property: valid-deref
//@ engines: smg
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char *word = strdup("-ox");
    char *words[] = { "program", word, NULL };
    int c = getopt(2, words, "o:");
    free(word);
    return c == 'o' && optarg[0] == 'x';   //~ NOT-PROVED
}
