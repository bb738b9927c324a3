// The same construct in a branch that is not taken does no harm.
#include <setjmp.h>
static jmp_buf env;
int main(int argc, char **argv) { //~ SAFE
    int never = 0;
    if (never)
        longjmp(env, 1);
    return 0;
}
