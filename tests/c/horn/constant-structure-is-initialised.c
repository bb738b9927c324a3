// A constant variable gets its value by its own name, also if a pointer leads to it.
//@ engines: horn
struct pair { int a, b; };
static int sum(const struct pair *p) { return p->a + p->b; }
int main(void) { //~ SAFE
    int total = 0;
    for (int i = 0; i < 10; i++) {
        const struct pair here = { i, -i };
        total += sum(&here);
    }
    if (total)
        *(int *)0 = 1;
    return 0;
}
