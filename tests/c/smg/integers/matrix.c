// A matrix in one block, addressed by row and column.
//@ engines: smg
#include <stdlib.h>

enum { ROWS = 3, COLUMNS = 5 };

int main(void) { //~ SAFE
    int *m = malloc(ROWS * COLUMNS * sizeof *m);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            m[r * COLUMNS + c] = r + c;
    free(m);
    return 0;
}
