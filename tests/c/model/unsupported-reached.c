// Reaching what no engine can express.
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    longjmp(env, 1);
}
//~ UNKNOWN unsupported
