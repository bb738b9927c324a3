// Equal literals may be one object or two.
//@ engines: interp hunt
//@ property: unreach-call
extern void reach_error(void);
const char *name(void) { return "name"; }
int main(void) {
    if (name() != name())
        reach_error();
    if (name() != (const char *)"name") //~ UNKNOWN nondeterminism
        reach_error();
    return 0;
}
