// The status that `main` returns is looked at, if it comes from memory that only one path writes.
//@ engines: hunt
//@ property: no-uninit
extern int __VERIFIER_nondet_int(void);
static int chosen(void) {
    int value;
    if (__VERIFIER_nondet_int() == 4711)
        value = 1;
    return value;
}
int main(void) {
    return chosen(); //~ ERROR uninit-read
}
