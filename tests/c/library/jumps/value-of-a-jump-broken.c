// Zero cannot arrive.
//@ property: unreach-call
//@ engines: auto interp hunt template sl
#include <setjmp.h>
void reach_error(void);
static jmp_buf place;
int main(void) {
    switch (setjmp(place)) {
    case 0:
        longjmp(place, 0);
    case 1:
        reach_error(); //~ ERROR error-reached
    }
    return 0;
}
