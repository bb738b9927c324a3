// A library function whose model is written in C.
//@ command: run
//@ data-model: lp64 ilp32
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
int main(void) { //~ SAFE
    char text[] = "one, two,,three";
    int n = 0;
    for (char *word = strtok(text, ", "); word; word = strtok(0, ", ")) {
        n = n * 10 + (int)strlen(word);
        word[0] = (char)toupper(word[0]);
    }
    if (n != 335 || text[0] != 'O' || !isalpha('x') || isalpha('1') || !isspace('\n'))
        return *(volatile int *)0;
    ldiv_t d = ldiv(17, 5);
    return d.quot != 3 || d.rem != 2;
}
