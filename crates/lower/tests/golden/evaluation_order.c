// Left to right: a variable keeps the value of its turn although a later operand changes it.
int f(int, int, int);
int g(void);
int global;

int operands(int x, int *p) {
    int a = x + (x = 5);
    int b = f(x, x++, x);
    p[x] = x = 7;
    *p++ = global + g() + *p;
    x += x++;
    return a + b + x;
}
