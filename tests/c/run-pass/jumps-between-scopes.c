// Computed gotos and switches that jump into and between scopes with variables.
#include <stdio.h>

static int shared_scope(const int *code) {
    void *table[] = {&&stop, &&add, &&twice, &&store};
    int acc = 0;
    {
        int memory = 5;
        goto *table[*code++];
    add:
        acc += memory;
        goto *table[*code++];
    twice:
        acc *= 2;
        memory++;
        goto *table[*code++];
    store: {
            int old = memory;
            memory = acc;
            acc = old;
            goto *table[*code++];
        }
    stop:
        acc = acc * 100 + memory;
    }
    return acc;
}

static int separate_scopes(int n) {
    void *where = n == 0 ? &&first : n == 1 ? &&second : &&third;
    int r = 1;
    goto *where;
    {
        int x;
    first:
        x = 10;
        r += x;
    }
    {
        int y, z;
    second:
        y = 20;
        z = y + 1;
        r += z;
    }
third:
    return r;
}

static int into_cases(int n) {
    int r = 0;
    switch (n) {
        for (int i = 0; i < 3; i++) {
            int step;
        case 1:
            if (r == 0) i = 1;
            {
                int deeper;
        case 2:
                deeper = 7;
                step = deeper + 1;
                r += step;
            }
            if (n == 2) break;
            r += i;
        }
        r += 1000;
    case 3:
        r += 100;
        break;
    default: {
            int d = 5;
            while (d--) {
                int e = d;
    case 4:
                if (n == 4) { e = 3; d = 0; }
                r += e;
            }
        }
    }
    return r;
}

int main(void) {
    printf("%d\n", shared_scope((int[]){1, 2, 1, 3, 1, 2, 0}));
    printf("%d\n", shared_scope((int[]){2, 2, 1, 3, 3, 0}));
    printf("%d %d %d\n", separate_scopes(0), separate_scopes(1), separate_scopes(2));
    printf("%d %d %d %d %d\n", into_cases(1), into_cases(2), into_cases(3), into_cases(4), into_cases(9));
    return 0;
}
