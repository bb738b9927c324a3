// Old programs: functions that are used before they are declared, and int left out.
#include <stdio.h>

static counter;
twice(x) { return 2 * x; }

main() {
    counter = later(3, 4);
    printf("%d %d\n", counter, twice(21));
    return 0;
}

int later(int a, int b) { return a * 10 + b; }
