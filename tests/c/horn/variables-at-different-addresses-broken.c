// What is behind the end of one may be the beginning of another one, and literals may share their bytes.
//@ property: unreach-call
//@ engines: horn
void reach_error(void);
int main(void) { //~ NOT-PROVED
    int a, b;
    int *p = &a + 1, *q = &b;
    const char *text = "abc", *other = "bc";
    if (p == q)
        reach_error();
    if (text + 1 == other)
        reach_error();
}
