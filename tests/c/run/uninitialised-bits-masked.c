// What is masked away decides nothing.
//@ command: run
//@ data-model: lp64 ilp32
union word { unsigned char bytes[4]; unsigned whole; };
int main(void) { //~ SAFE
    union word w;
    w.bytes[0] = 5;
    w.bytes[1] = 6;
    union word copy;
    copy.whole = w.whole;
    unsigned low = copy.whole & 0xffff;
    if (low != 0x605)
        return *(volatile int *)0;
    if ((copy.whole << 16) >> 16 != 0x605)
        return *(volatile int *)0;
    return copy.bytes[1] != 6;
}
