// Reaching what no engine can express.
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    return setjmp(env);
}
//~ UNKNOWN unsupported
