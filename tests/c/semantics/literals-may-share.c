// A literal may lie in the tail of another; whether it does is for the compiler and the linker to choose.
//@ engines: interp hunt
//@ property: unreach-call
extern void reach_error(void);
int main(void) {
    const char *whole = "xabc", *tail = "abc";
    if (whole + 1 == tail) //~ UNKNOWN nondeterminism
        reach_error();
    return 0;
}
