// A copy stops before the end of its buffer.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    char to[80];
    int i = 0;
    while (i < 79 && __VERIFIER_nondet_int()) {
        to[i] = 'x';
        i++;
    }
    to[i] = 0;
    if (i > 79)
        reach_error();
    return to[0];
}
