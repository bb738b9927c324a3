// What it leads to may be a variable of the program, or nothing.
//@ engines: horn
extern void *__VERIFIER_nondet_pointer(void);
void reach_error(void);
int main(void) { //~ NOT-PROVED
    int here = 1;
    int *p = __VERIFIER_nondet_pointer(), *q = &here;
    if (p == q)
        *p = 2;
    if (*q == 2)
        reach_error();
}
