// An integer arrives where the function expects a structure.
struct pair { int a, b; };
static int first(struct pair p) { return p.a; }
int main(void) {
    int (*f)(long long) = (int (*)(long long))first;
    return f(1); //~ ERROR invalid-call
}
