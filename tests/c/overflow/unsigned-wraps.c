// Unsigned arithmetic wraps, narrow types are promoted first.
//@ property: no-overflow
int main(void) { //~ SAFE
    unsigned u = 0;
    u--;
    unsigned char c = 255;
    c++;
    signed char s = 127;
    s++;
    return u == 4294967295u && c == 0 && s == -128 ? 0 : 1;
}
