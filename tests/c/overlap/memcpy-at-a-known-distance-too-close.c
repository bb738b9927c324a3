// Eight bytes are copied to any place of a buffer from only seven bytes further on.
//@ engines: auto smg
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char text[64];
    memset(text, 0, sizeof text);
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 40)
        return 0;
    memcpy(text + at, text + at + 7, 8); //~ ERROR overlap
    return 0;
}
