// Members, subscripts and dereferences fold into one place; a second index goes through a temporary pointer.
struct inner { char c; int values[4]; };
struct outer { short s; struct inner in[3]; struct outer *next; };

struct outer global;
int matrix[4][5];

int members(struct outer *o, int i, unsigned u, long l) {
    o->next->next->s = 1;
    global.in[2].values[1] = 2;
    o->in[i].values[3] = 3;
    o->in[i].values[u] = 4;
    matrix[2][l] = 5;
    (*o).next[-1].s = 6;
    return matrix[i][3] + *(&matrix[0][0] + l - 2);
}

int *addresses(struct outer *o, int i) {
    int *p = &o->in[1].values[2];
    char *q = &o->in[i].c;
    return q ? p - i : &matrix[0][0];
}
