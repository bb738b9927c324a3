// Bit-fields: packing, signedness, straddling, assignment.
#include <stdio.h>
#include <string.h>
struct flags { unsigned a : 3; signed b : 5; unsigned : 0; unsigned c : 17; unsigned long long d : 40; _Bool e : 1; };
struct __attribute__((packed)) tight { unsigned a : 3; unsigned b : 15; unsigned c : 20; };
union view { struct { unsigned lo : 4, hi : 4; } nibbles; unsigned char byte; };
int main(void) {
    struct flags f;
    memset(&f, 0, sizeof f);
    f.a = 9; f.b = -3; f.c = 0x1ffff; f.d = 0xfedcba9876ull; f.e = 4;
    printf("%u %d %u %llx %d %zu\n", f.a, f.b, f.c, (unsigned long long)f.d, f.e, sizeof f);
    f.b += 18; f.c++; f.a--; f.d <<= 4;
    printf("%u %d %u %llx\n", f.a, f.b, f.c, (unsigned long long)f.d);
    struct tight t;
    memset(&t, 0xff, sizeof t);
    t.a = 5; t.b = 30000; t.c = 1000000;
    printf("%u %u %u %zu\n", t.a, t.b, t.c, sizeof t);
    unsigned char bytes[sizeof t];
    memcpy(bytes, &t, sizeof t);
    for (unsigned i = 0; i < sizeof t; i++)
        printf("%02x", bytes[i]);
    union view v = { .byte = 0xa7 };
    printf("\n%x %x\n", v.nibbles.lo, v.nibbles.hi);
    v.nibbles.hi = 3;
    return v.byte;
}
