// Equal literals may be one object.
//@ property: unreach-call
//@ engines: horn
void reach_error(void);
int main(void) { //~ NOT-PROVED
    const char *text = "abc", *other = "xbc";
    if (text + 1 == other + 1)
        reach_error();
}
