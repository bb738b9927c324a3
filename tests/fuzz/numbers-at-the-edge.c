long double z = 1.0e-4950L; _Complex double c = 1.0i; __int128 w = 0x7fffffffffffffffffffffffffffffff; enum e : 3 { A = -1, B = ~0ull };
int main(void) { return w >> 127; }
