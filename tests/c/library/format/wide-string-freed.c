// A wide string that has been freed is printed.
// Checked: valgrind reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) { //~ NOT-PROVED
    wchar_t *text = malloc(2 * sizeof *text);
    if (!text)
        return 0;
    text[0] = 0;
    free(text);
    printf("%S\n", text);
    return 0;
}
