// Literals that differ do not share their memory.
//@ engines: interp smg hunt
//@ property: unreach-call
extern void reach_error(void);
int main(void) {
    const char *one = "one", *two = "two";
    if (one == two || one + 1 == two)
        reach_error();
    return 0;
}
//~ SAFE
