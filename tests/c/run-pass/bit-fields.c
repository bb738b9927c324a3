// Bit-fields: signedness, truncation, the value of an assignment, zero width, straddling, packed, in unions.
#include <stdio.h>
#include <string.h>

struct flags {
    unsigned a : 3;
    int b : 5;
    unsigned : 0;
    _Bool c : 1;
    unsigned long long d : 40;
    signed char e : 7;
    int : 3;
    enum { RED, GREEN, BLUE } color : 2;
};

struct packed {
    unsigned char x : 4;
    unsigned y : 17;
    unsigned z : 30;
    int w : 13;
} __attribute__((packed));

union mixed {
    struct { unsigned low : 8, middle : 16, high : 8; };
    unsigned all;
};

static void dump(const void *object, unsigned size) {
    const unsigned char *bytes = object;
    for (unsigned i = 0; i < size; i++) printf("%02x", bytes[i]);
    printf(" (%u)\n", size);
}

int main(void) {
    struct flags f;
    memset(&f, 0, sizeof f);
    int assigned = (f.a = 13);
    int signed_value = (f.b = 17);
    printf("%d %d %d %d\n", assigned, signed_value, f.a, f.b);
    f.c = 4;
    f.d = 0x123456789abcdefULL;
    f.e = -3;
    f.color = BLUE;
    printf("%d %llx %d %d\n", f.c, (unsigned long long)f.d, f.e, f.color);
    int before = f.a++, after = ++f.a;
    printf("%d %d\n", before, after);
    f.b -= 20;
    f.d <<= 4;
    f.a ^= 5;
    printf("%d %d %llx\n", f.a, f.b, (unsigned long long)f.d);
    printf("%d\n", f.a - 10 < 0);
    dump(&f, sizeof f);

    struct packed p;
    memset(&p, 0, sizeof p);
    p.x = 9;
    p.y = 0x1abcd;
    p.z = 0x2fedcba9;
    p.w = -5;
    printf("%x %x %x %d\n", p.x, p.y, p.z, p.w);
    dump(&p, sizeof p);
    p.z += 0x10000000;
    printf("%x\n", p.z);

    union mixed m = {.all = 0x12345678};
    printf("%x %x %x\n", m.low, m.middle, m.high);
    m.middle = 0xffff;
    printf("%x\n", m.all);
    const struct flags init = {.b = -1, .a = 7, .d = -1};
    struct flags copy = init;
    printf("%d %d %llx %d\n", copy.a, copy.b, (unsigned long long)copy.d, copy.c);
    return f.a;
}
