// What a text says is known.
//@ engines: auto interp hunt
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ SAFE
    int a, b, place;
    unsigned char c;
    char word[8], set[8];
    int n = sscanf(" 12,-0x1f word <abc]", "%d,%i %7s <%[]a-c]%n", &a, &b, word, set, &place);
    if (n != 4 || a != 12 || b != -31 || strcmp(word, "word") != 0 || strcmp(set, "abc]") != 0 || place != 20)
        reach_error();
    if (sscanf("300", "%2hhu%c", &c, word) != 2 || c != 30 || word[0] != '0')
        reach_error();
    if (sscanf("", "%d", &a) != -1 || sscanf("x", "%d", &a) != 0 || sscanf("7 x", "%d %d", &a, &b) != 1)
        reach_error();
    if (sscanf("1 2 3", "%*d %d %*d", &a) != 1 || a != 2)
        reach_error();
    return 0;
}
