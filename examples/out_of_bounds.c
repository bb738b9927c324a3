/*
 * An off-by-one: the matrix has `rows` rows, the loop clears one more.
 *
 * fafnir check examples/out_of_bounds.c: Violated (out-of-bounds), with the
 * bytes that are written and the size of the block.
 */
#include <stdlib.h>

struct matrix {
    int rows, columns;
    double *cells;
};

static void matrix_init(struct matrix *m, int rows, int columns)
{
    m->rows = rows;
    m->columns = columns;
    m->cells = malloc((size_t)rows * columns * sizeof *m->cells);
    if (!m->cells)
        abort();
}

static void matrix_clear(struct matrix *m)
{
    for (int row = 0; row <= m->rows; row++)
        for (int column = 0; column < m->columns; column++)
            m->cells[row * m->columns + column] = 0.0;
}

int main(void)
{
    struct matrix m;
    matrix_init(&m, 3, 4);
    matrix_clear(&m);
    free(m.cells);
    return 0;
}
