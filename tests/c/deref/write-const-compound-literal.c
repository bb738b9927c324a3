// A compound literal of a constant type.
int main(void) {
    int *p = (int *)(const int[]){ 1, 2, 3 };
    p[1] = 5; //~ ERROR write-to-constant
    return p[1];
}
