// A copied node leads where the first one does: what is written there is seen by both.
//@ property: unreach-call
//@ engines: horn
#include <stdlib.h>
#include <string.h>
void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
    struct node last = { 1, 0 }, first = { 2, &last }, copy;
    memmove(&copy, &first, sizeof copy);
    copy.data = 7;
    copy.next->data = 8;
    if (first.data == 2 && last.data == 8)
        reach_error(); //~ ERROR error-reached
}
