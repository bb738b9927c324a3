// A parameter that is defined const.
static int next(const int n) {
    int *p = (int *)&n;
    (*p)++; //~ ERROR write-to-constant
    return n;
}
int main(void) { return next(1); }
