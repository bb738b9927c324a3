// The same label means nothing when nobody names it.
int main(void) { //~ SAFE
    int x = 1;
    if (x)
        goto BAD;
    return 0;
BAD:
    return 1;
}
