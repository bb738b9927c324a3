// Whatever three characters of a number are given: the end lies in the text, and an exponent without digits is none.
//@ engines: hunt
#include <stdlib.h>
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) { //~ SAFE
    char text[4];
    for (int i = 0; i < 3; i++) {
        char c = __VERIFIER_nondet_char();
        if (c != '1' && c != '-' && c != '.' && c != 'e')
            return 0;
        text[i] = c;
    }
    text[3] = 0;
    char *end;
    double x = strtod(text, &end);
    assert(end >= text && end <= text + 3);
    if (end == text)
        assert(x == 0);
    if (text[0] == '1' && text[1] == 'e' && text[2] == '-')
        assert(end == text + 1 && x == 1);
    if (text[0] == '1' && text[1] == 'e' && text[2] == '1')
        assert(end == text + 3 && x == 10);
    if (text[0] == '.' && text[1] == 'e')
        assert(end == text);
    if (text[0] == '-' && text[1] == '.' && text[2] == '1')
        assert(end == text + 3 && x == -0.1);
    return 0;
}
