// Variable arguments: promoted scalars, doubles, pointers, structures, va_copy, a va_list passed on.
#include <stdarg.h>
#include <stdio.h>

struct small { int a; };
struct pair { long x; double y; };
struct large { int v[10]; };

static int sum(int count, ...) {
    va_list ap;
    va_start(ap, count);
    int total = 0;
    while (count-- > 0) total += va_arg(ap, int);
    va_end(ap);
    return total;
}

static double mixed(const char *format, ...) {
    double result = 0;
    va_list ap;
    va_start(ap, format);
    for (; *format; format++) {
        switch (*format) {
        case 'i': result += va_arg(ap, int); break;
        case 'u': result += va_arg(ap, unsigned); break;
        case 'l': result += va_arg(ap, long long); break;
        case 'd': result += va_arg(ap, double); break;
        case 's': result += va_arg(ap, char *)[0]; break;
        case 'S': result += va_arg(ap, struct small).a; break;
        case 'P': { struct pair p = va_arg(ap, struct pair); result += p.x * p.y; break; }
        case 'L': { struct large l = va_arg(ap, struct large); result += l.v[0] + l.v[9]; break; }
        case 'f': result += va_arg(ap, int (*)(int, ...))(2, 10, 20); break;
        }
    }
    va_end(ap);
    return result;
}

static int consume(va_list ap, int n) {
    int t = 0;
    for (int i = 0; i < n; i++) t = t * 10 + va_arg(ap, int);
    return t;
}

static int twice(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int first = va_arg(ap, int);
    int all = consume(copy, n);
    va_end(copy);
    int rest = consume(ap, n - 1);
    va_end(ap);
    return first * 100000 + all + rest;
}

static int through_pointer(va_list *ap) { return va_arg(*ap, int) - va_arg(*ap, int); }
static int restart(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = through_pointer(&ap);
    va_end(ap);
    va_start(ap, n);
    r = r * 10 + va_arg(ap, int);
    va_end(ap);
    return r;
}

static int log_to(char *buffer, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsprintf(buffer, format, ap);
    va_end(ap);
    return n;
}

int main(void) {
    char c = 3;
    short s = -4;
    float f = 0.5f;
    struct small small = {100};
    struct pair pair = {3, 1.5};
    struct large large = {{1, [9] = 2}};
    printf("%d %d\n", sum(0), sum(5, 1, c, s, (_Bool)1, 'a'));
    printf("%.2f\n", mixed("iduls", 1, f, 7u, 1LL << 33, "A"));
    printf("%.2f\n", mixed("SPLifd", small, pair, large, 5, sum, 0.25));
    printf("%.2f\n", mixed("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.));
    printf("%.2f\n", mixed("iiiiiiiiP", 1, 2, 3, 4, 5, 6, 7, 8, pair));
    printf("%d %d\n", twice(3, 4, 5, 6), restart(2, 9, 5));
    char buffer[40];
    int n = log_to(buffer, "%s-%d-%c", "log", 42, 'z');
    printf("%s %d\n", buffer, n);
    return 0;
}
