// Which of two NaNs a sum is depends on how the compiler arranges the operands.
//@ engines: interp
//@ property: unreach-call
extern void reach_error(void);
int main(void) {
    double nan = __builtin_nan("");
    if (__builtin_signbit(-nan + nan))
        reach_error();
    return 0;
}
//~ UNKNOWN nondeterminism
