// A function is called so often that it has a summary: what it is called with differs from call to call.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
#define TEN(x) x x x x x x x x x x
static int state, count;
static void advance(int x) {
    state = state == 0 ? 2 : state == 1 ? 2 : (x > -3 ? 1 : 0);
}
static void note(int *at, int x) {
    for (int i = 0; i < 3; i++)
        *at = x;
    for (int i = 0; i < 3; i++)
        *at = x;
}
int main(void) { //~ SAFE
    advance(count);
    advance(1);
    for (int k = 0; k < 7; k++)
        note(&count, 2);
    if (state == 3)
        reach_error();
    TEN(note(&count, 2);)
    TEN(note(&count, 2);)
    TEN(advance(1);)
    return 0;
}
