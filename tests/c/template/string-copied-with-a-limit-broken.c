// A copy stops before the end of its buffer. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    char to[80];
    int i = 0;
    while (i < 79 && __VERIFIER_nondet_int()) {
        to[i] = 'x';
        i++;
    }
    to[i] = 0;
    if (i > 5)
        reach_error(); //~ ERROR error-reached
    return to[0];
}
