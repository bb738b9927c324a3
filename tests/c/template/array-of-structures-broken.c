// One field is written and the other is read.
//@ engines: template
//@ property: unreach-call
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct pair {
    int x, y;
};
struct pair a[500];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 3 || n > 400)
        return 0;
    for (int i = 0; i < n; i++)
        a[i].x = 1;
    for (int i = 0; i < n; i++)
        if (a[i].y != 1)
            reach_error(); //~ ERROR error-reached
    return 0;
}
