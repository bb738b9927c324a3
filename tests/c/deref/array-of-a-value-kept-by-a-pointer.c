// The array of a structure that a function returns is gone when the next statement reads it through a pointer.
//@ property: valid-deref
//@ engines: auto interp hunt sl horn
struct pair {
    int values[2];
};
static struct pair make(void) {
    struct pair made = {{1, 2}};
    return made;
}
int main(void) {
    int *first = make().values;
    return *first - 1;   //~ ERROR out-of-scope
}
