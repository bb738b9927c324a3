// Eight bytes are copied to any place of a buffer from eight bytes further on.
//@ engines: auto smg
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) //~ SAFE
{
    char text[64];
    memset(text, 0, sizeof text);
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 40)
        return 0;
    memcpy(text + at, text + at + 8, 8);
    return 0;
}
