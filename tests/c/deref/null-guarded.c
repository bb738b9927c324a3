// The same access behind a check.
//@ data-model: lp64 ilp32
struct pair { long first; int second; };
static int get(const struct pair *p) {
    return p ? p->second : -1;
}
int main(void) { //~ SAFE
    struct pair pair = { 1, 2 };
    return get(0) + get(&pair) - 1;
}
