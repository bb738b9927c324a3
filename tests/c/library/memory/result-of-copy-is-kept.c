// What a copy gives is used after the blocks that it lost were looked for.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ SAFE
    char d[8], s[8] = "abcdefg";
    char *end = mempcpy(d, s, 5);
    if (end != d + 5)
        reach_error();
    char *start = memcpy(d + 5, s, 3);
    if (start != end || *start != 'a')
        reach_error();
    return 0;
}
