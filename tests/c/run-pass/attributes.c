// Attributes that change meaning: packed, aligned, mode, transparent_union; others are ignored in every position.
#include <stdio.h>
#include <stddef.h>

typedef int word __attribute__((__mode__(__HI__)));
typedef unsigned quad __attribute__((mode(DI)));
struct __attribute__((packed)) header { char tag; int value; short s; };
struct header_array { struct header items[2]; char last; };
typedef union { int *i; const char *c; void *v; } any __attribute__((transparent_union));

static int first(any a) { return *a.c; }
__attribute__((unused, noinline)) static int decorated(int a __attribute__((unused)), int b) { return b; }
static int __attribute__((const)) square(int x) { return x * x; }
extern int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
struct node { int v __attribute__((deprecated)); struct node *next; } __attribute__((aligned(8)));
enum __attribute__((packed)) tiny { A, B, C = 200 };

int main(void) {
    int x __attribute__((unused)) = 65;
    word w = 70000;
    quad q = 1;
    q <<= 40;
    printf("%d %d %d\n", (int)sizeof(word), w, (int)sizeof(quad));
    printf("%llx\n", (unsigned long long)q);
    printf("%d %d %d\n", (int)sizeof(struct header), (int)offsetof(struct header, s), (int)offsetof(struct header_array, last));
    struct header_array h = {.items = {{1, 2, 3}, {4, 5, 6}}, .last = 7};
    h.items[1].value *= 100;
    printf("%d %d\n", h.items[1].value, h.items[1].s);
    printf("%d %d\n", first(&x), first("B"));
    printf("%d %d %d\n", decorated(1, 2), square(5), (int)sizeof(enum tiny));
    switch (x) {
    case 65: x++; __attribute__((fallthrough));
    case 66: x++;
    }
    enum tiny t = C;
    printf("%d %d %d\n", x, (int)sizeof(struct node), t);
    return 0;
}
