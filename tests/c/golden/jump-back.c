//@ args: check
//@ exit: 1
// What a run looks like that jumps back: the calls that it leaves are not said to return.
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf failed;
static void check(int value) {
    if (value > 3)
        longjmp(failed, 1);
}
int main(void) {
    char *volatile text = malloc(8);
    if (!text)
        return 1;
    if (setjmp(failed) == 0) {
        check(2);
        check(5);
    }
    text[8] = 0;
    free(text);
    return 0;
}
