// Casts between pointers and integers go through pointer-wide integers; shift counts keep what is out of range.
long convert(int i, unsigned char c, int *p, float f, long long n) {
    char *from_int = (char *)(long)i, *from_byte = (char *)(unsigned long)c;
    int truncated = (int)(long)p;
    double d = i + f;
    unsigned u = d;
    return (from_int - from_byte) + truncated + u + (i << n) + (1L << c) + (i >> 3) - (p - &i);
}
unsigned __int128 wide(int i) { return ((unsigned __int128)1 << 100 | i) + (__int128)-1; }
