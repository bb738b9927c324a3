// Without no-overflow signed arithmetic wraps.
int main(void) { //~ SAFE
    int x = 2147483647;
    x = x + 1;
    return x < 0 ? 0 : 1;
}
