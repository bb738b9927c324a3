// The caller still holds a number that the loop of the called function never sees; what the function returns is compared with it.
//@ property: unreach-call
//@ engines: template
extern signed char __VERIFIER_nondet_char(void);
extern void reach_error(void);

static signed char common_divisor(signed char large, signed char small) {
    if (large < 0)
        large = -large;
    if (small < 0)
        small = -small;
    while (small != 0) {
        signed char rest = large % small;
        large = small;
        small = rest;
    }
    return large;
}

int main(void) { //~ SAFE
    signed char pages = __VERIFIER_nondet_char();
    signed char sheets = __VERIFIER_nondet_char();
    signed char bundle = common_divisor(pages, sheets);
    if (sheets > 0 && bundle > sheets)
        reach_error();
    if (pages > 0 && bundle > pages)
        reach_error();
    return 0;
}
