// Unions, and reading objects as the bytes of another type.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union number { float f; uint32_t bits; unsigned char bytes[4]; struct { uint16_t low, high; } half; };
union wide { double d; uint64_t u; uint32_t words[2]; };
struct tagged { enum { INT, REAL, TEXT } tag; union { int i; double d; const char *s; } as; };

static double value(struct tagged t) {
    switch (t.tag) {
    case INT: return t.as.i;
    case REAL: return t.as.d;
    case TEXT: return t.as.s[0];
    }
    return -1;
}
static union number pun(float f) { return (union number){.f = f}; }

int main(void) {
    union number n = pun(1.5f);
    printf("%08x %d %x\n", (unsigned)n.bits, n.bytes[3], n.half.high);
    n.bytes[3] = 0xc0;
    printf("%.2f\n", n.f);
    union wide w = {.u = 0x400921fb54442d18};
    printf("%.6f %x\n", w.d, (unsigned)w.words[1]);
    union { char c[8]; long long l; } z = {"abc"};
    printf("%llx\n", z.l);
    struct tagged all[] = {{INT, {5}}, {REAL, {.d = 2.5}}, {TEXT, {.s = "A"}}};
    double t = 0;
    for (int i = 0; i < 3; i++) t += value(all[i]);
    printf("%.2f\n", t);
    unsigned x = 0x01020304;
    unsigned char *p = (unsigned char *)&x;
    printf("%d%d%d%d\n", p[0], p[1], p[2], p[3]);
    int *pointer = &all[0].as.i, *copied;
    char raw[sizeof pointer];
    memcpy(raw, &pointer, sizeof raw);
    for (unsigned i = 0; i < sizeof raw; i++) ((char *)&copied)[i] = raw[i];
    printf("%d\n", *copied);
    uint64_t bits;
    double d = -0.0;
    memcpy(&bits, &d, sizeof bits);
    printf("%llx\n", (unsigned long long)bits);
    return 0;
}
