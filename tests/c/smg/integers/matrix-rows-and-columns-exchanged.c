// Rows and columns are exchanged in the loops but not in the address.
//@ engines: smg
#include <stdlib.h>

enum { ROWS = 3, COLUMNS = 5 };

int main(void) {
    int *m = malloc(ROWS * COLUMNS * sizeof *m);
    for (int r = 0; r < COLUMNS; r++)
        for (int c = 0; c < ROWS; c++)
            m[r * COLUMNS + c] = r + c; //~ ERROR out-of-bounds
    free(m);
    return 0;
}
