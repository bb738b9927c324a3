// The pointer to the constant is taken and used in one expression.
struct pair { int a, b; };
int main(void) {
    const struct pair p = { 1, 2 };
    ((struct pair *)&p)->b += 4; //~ ERROR write-to-constant
    return p.a;
}
