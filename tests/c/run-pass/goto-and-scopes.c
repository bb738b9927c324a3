// Jumps into, out of and within scopes; variables keep or lose their values as the standard says.
#include <stdio.h>

static int into(int n) {
    int r = 0;
    if (n > 0) goto inside;
    {
        int x;
        x = 5;
        if (0) {
        inside:
            x = 50;
        }
        r += x;
    }
    return r;
}

static int keeps(void) {
    int rounds = 0, *p = 0;
again:
    if (p) {
        rounds = rounds * 10 + *p;
        if (rounds > 500) return rounds;
    }
    int x = rounds % 7 + 1;
    p = &x;
    goto again;
}

static int nested(int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            int product = i * j;
            if (product == 6) goto found;
            while (1) {
                int k = product;
                if (k % 2) goto next;
                break;
            }
            continue;
        next:;
        }
    }
    return -1;
found:
    return 6;
}

static int backwards(int n) {
    int sum = 0;
    {
        int i = 0;
    top:
        if (i >= n) goto done;
        {
            int square = i * i;
            sum += square;
        }
        i++;
        goto top;
    }
done:
    return sum;
}

static int dead(int x) {
    return x + 1;
    x = 100;
unused:
    x++;
    goto unused;
}

static int loop_into(int n) {
    int i = 3, r = 0;
    if (n) goto body;
    for (i = 0; i < 5; i++) {
    body:
        r += i;
    }
    return r;
}

int main(void) {
    printf("%d %d\n", into(0), into(1));
    printf("%d\n", keeps());
    printf("%d %d\n", nested(4), nested(2));
    printf("%d %d\n", backwards(5), dead(4));
    printf("%d %d\n", loop_into(0), loop_into(1));
    goto end;
    printf("never\n");
end:
    return 0;
}
