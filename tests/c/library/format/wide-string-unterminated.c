// A wide string that has no end is printed.
// Checked: C11 7.21.6.1p8; valgrind reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) { //~ NOT-PROVED
    wchar_t *text = malloc(2 * sizeof *text);
    if (!text)
        return 0;
    text[0] = L'a';
    text[1] = L'b';
    printf("%ls\n", text);
    free(text);
    return 0;
}
