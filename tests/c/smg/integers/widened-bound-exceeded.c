// The last step of the loop may go further than the array.
//@ engines: smg
#include <stdlib.h>

int main(void) {
    int n = 0;
    for (int k = 0; k < 7; k++)
        n += 1111;
    char *bytes = malloc(n + 3);
    int i = 0;
    while (i < n)
        i += 5;
    bytes[i] = 1; //~ ERROR out-of-bounds
    free(bytes);
    return 0;
}
