int a;
void f(int x) { //~ note: to match this `{`
    if (x) {
        x = 1;
    while (x) { x--; }
}
int b;
// The end. //~ expected `}`, found end of file